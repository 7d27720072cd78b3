import { siteBuild } from 'virtual:astro-citable/site-build';

/**
 * The files of the index while the site is developed. A build only needs the pointer here, so that
 * the index is made though no other page asks for it; the other files are written when all pages
 * are, without going through the renderer.
 */
export async function getStaticPaths() {
	const { generation } = await siteBuild();
	const files = import.meta.env.DEV ? generation.files : generation.files.slice(-1);
	return files.map(({ path }) => ({ params: { file: path } }));
}

export async function GET({ params }) {
	const { generation } = await siteBuild();
	const file = generation.files.find(({ path }) => path === params.file);
	if (file === undefined) return new Response('There is no such file.', { status: 404 });
	const type = file.path.endsWith('.json') ? 'application/json' : 'text/markdown; charset=utf-8';
	return new Response(file.content, { headers: { 'content-type': type } });
}
