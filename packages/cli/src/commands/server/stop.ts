/** `zapomni stop`: ends the server of a data folder in good order. */
import { setTimeout as elapsed } from 'node:timers/promises';
import { ZapomniError } from '@zapomni/core/errors';
import { knock } from '@zapomni/server/door';
import { usageError } from '../../arguments/arguments.ts';
import { askServer } from '../../background/ask-door.ts';
import { printJson } from '../../output/print-json.ts';
import type { Command, CommandSpec } from '../command.ts';

const PATIENCE_MS = 15_000;
const LOOK_MS = 50;

export const spec: CommandSpec = {
  name: 'stop',
  summary: 'End the running server of the data folder; clients that share it go on by themselves.',
  usage: ['zapomni stop'],
  options: {},
  examples: ['zapomni stop'],
};

export const run: Command = async ({ args, settings, terminal }) => {
  if (args.positionals.length > 0) throw usageError('stop takes no words, only --data-dir.');
  const dataDir = settings.get('data_dir')?.value ?? '';
  const stopping = await askServer(dataDir, 'zapomni/stop');
  if (stopping === undefined && (await isThere(dataDir)))
    throw new ZapomniError('STORE_UNAVAILABLE', 'The server does not take the request to end.', {
      hint: 'It may be of an older version: `zapomni status` says which process it is.',
    });
  if (stopping !== undefined) await gone(dataDir);
  if (args.has('json')) printJson(terminal, { stopped: stopping !== undefined });
  else terminal.print(stopping === undefined ? 'No server is running for this data folder.' : 'The server has ended.');
};

async function gone(dataDir: string): Promise<void> {
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
    if (!(await isThere(dataDir))) return;
    await elapsed(LOOK_MS);
  }
  throw new ZapomniError('STORE_UNAVAILABLE', 'The server was asked to end and is still there.', {
    hint: 'It finishes what it was asked before; try again in a moment.',
  });
}

async function isThere(dataDir: string): Promise<boolean> {
  const door = await knock(dataDir);
  door?.socket.destroy();
  return door !== undefined;
}
