import { siteBuild } from 'virtual:astro-citable/site-build';

/** A file of the index while the site is developed, always of the sources as they are now. */
export async function GET({ params }) {
	const { generation } = await siteBuild();
	const file = generation.files.find(({ path }) => path === params.file);
	if (file === undefined) return new Response('There is no such file.', { status: 404 });
	const type = file.path.endsWith('.json') ? 'application/json' : 'text/markdown; charset=utf-8';
	return new Response(file.content, { headers: { 'content-type': type } });
}
