/** `zapomni code map [FOLDER]`. */
import { toCodeMap } from '@zapomni/mcp/views';
import { harmless } from '../../../output/harmless.ts';
import { printJson } from '../../../output/print-json.ts';
import type { Command } from '../../command.ts';
import { folderIn, withCode } from './ask.ts';

export const showMap: Command = async (context) => {
  const { args, terminal } = context;
  const request = { path: folderIn(context, 'map'), budget: args.count('budget', 2000, 50_000) };
  await withCode(context, async ({ app, scope }) => {
    const map = await app.code.map({ ...scope, ...request });
    if (args.has('json')) printJson(terminal, toCodeMap(map));
    else terminal.print(harmless(map.text));
  });
};
