import { Command } from 'commander';
import { openIndex } from '../node/index.ts';
import { openingFrom, type OpeningFlags } from './opening.ts';
import { exit, note } from './output.ts';

export function mcpCommand(finish: (code: number) => void): Command {
	return new Command('mcp')
		.description(
			'serve an index to agents over the Model Context Protocol, on standard input and output',
		)
		.argument('<index>', 'a folder or a URL')
		.option('--generation <id>', 'a retained generation in place of the current one')
		.option('--config <file>', 'the configuration that the index was built with, for its `embed`')
		.action(async (source: string, flags: OpeningFlags) => {
			// Loaded here alone, so that the other commands do not wait for it.
			const { StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');
			const { createMcpServer } = await import('../node/mcp-server.ts');
			const index = await openIndex(source, await openingFrom(flags));
			const server = createMcpServer(index);
			const closed = new Promise<void>((resolve) => {
				server.server.onclose = resolve;
				process.stdin.once('end', resolve);
			});
			await server.connect(new StdioServerTransport());
			const { documents } = index.manifest.coverage;
			note(`Serving ${String(documents)} documents of generation ${index.generation}.`);
			await closed;
			await server.close();
			finish(exit.done);
		});
}
