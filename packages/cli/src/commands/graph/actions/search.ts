/** `zapomni graph search [words…]`. */
import { toEntities } from '@zapomni/mcp/views';
import type { Command } from '../../command.ts';
import { renderTable } from '../../../output/table.ts';
import { withWorkspace } from '../../../session/with-app.ts';
import { entityRow } from '../../../output/graph-rows.ts';
import { printJson } from '../../../output/print-json.ts';

export const searchEntities: Command = async (context) => {
  const { args, terminal } = context;
  const request = { query: args.positionals.join(' '), types: args.texts('type'), limit: args.count('limit', 20, 200) };
  await withWorkspace(context, async ({ app, workspace }) => {
    const found = await app.graph.searchEntities({ workspace, ...request });
    if (args.has('json')) printJson(terminal, toEntities(found));
    else if (found.length === 0) terminal.note(`No entity in workspace ${workspace} matches.`);
    else terminal.print(renderTable(['RELATIONS', 'MENTIONS', 'TYPE', 'NAME'], found.map(entityRow), terminal));
  });
};
