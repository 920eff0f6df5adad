/**
 * `zapomni connect`: stdin and stdout as the private door of a running server, byte for byte. It has no store and no model
 * and loads nothing but this, so that a client costs little more than the Node it runs on.
 */
import { ZapomniError } from '@zapomni/core/errors';
import { knock } from '@zapomni/server/door';
import { usageError } from '../../arguments/arguments.ts';
import type { Command, CommandSpec } from '../command.ts';

export const spec: CommandSpec = {
  name: 'connect',
  summary: 'Bridge stdin and stdout to a running server of the same data folder; has no store or model of its own.',
  usage: ['zapomni connect [--data-dir FOLDER]'],
  options: {},
  examples: ['claude mcp add zapomni -- npx -y zapomni connect'],
};

export const run: Command = async ({ args, settings, terminal: { stdin, stdout } }) => {
  if (args.positionals.length > 0) throw usageError('connect takes no words, only --data-dir.');
  const door = await knock(settings.get('data_dir')?.value ?? '');
  if (door === undefined) {
    throw new ZapomniError('STORE_UNAVAILABLE', 'No server is running for this data folder.', {
      hint: 'Start one with `zapomni serve --http-port 8765`, or use `zapomni` without a command, which needs none.',
    });
  }
  const { socket } = door;
  let clientIsGone = false;
  const leave = (): void => {
    clientIsGone = true;
    socket.end();
  };
  stdin.on('end', leave).on('error', leave);
  stdout.on('error', () => {
    clientIsGone = true;
    socket.destroy();
  });
  // A server that ends with something of ours unread resets the line: an end like any other, told by `close`.
  socket.on('error', () => undefined);
  socket.on('end', () => socket.end());
  stdin.pipe(socket, { end: false });
  socket.pipe(stdout, { end: false });
  await new Promise((resolve) => socket.once('close', resolve));
  stdin.destroy();
  if (!clientIsGone)
    throw new ZapomniError('STORE_UNAVAILABLE', 'The server has ended.', { hint: 'Connect again when it is back.' });
};
