import { siteBuild } from 'virtual:astro-citable/site-build';

/**
 * The pointer of the index in a build, so that the index is made though no other page asks for it.
 * The other files are written when all pages are, without going through the renderer.
 */
export async function GET() {
	const { generation } = await siteBuild();
	const content = generation.files.at(-1)?.content ?? '';
	return new Response(content, { headers: { 'content-type': 'application/json' } });
}
