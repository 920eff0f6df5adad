/** `zapomni capture on|off|status|read`: whether anything of conversations is kept by itself, and past ones. */
import { Arguments, usageError } from '../../arguments/arguments.ts';
import { count } from '../../output/in-words.ts';
import { harmless } from '../../output/harmless.ts';
import { printJson } from '../../output/print-json.ts';
import { withWorkspace } from '../../session/with-app.ts';
import { READ_OPTIONS, READ_USAGE, readPast } from '../capture/actions/read.ts';
import type { Command, CommandSpec } from '../command.ts';

export const spec: CommandSpec = {
  name: 'capture',
  summary: 'Switches on or off that conversations are kept by themselves, for every client at once; reads past ones.',
  usage: ['zapomni capture [status]', 'zapomni capture on', 'zapomni capture off', READ_USAGE],
  options: { ...READ_OPTIONS },
  examples: ['zapomni capture off', 'zapomni capture status --json', 'zapomni capture read --dry-run'],
};

export const run: Command = async (context) => {
  const { args, terminal } = context;
  const [action = 'status', ...more] = args.positionals;
  if (action === 'read') return readPast({ ...context, args: new Arguments(more, args.values) });
  if (!['on', 'off', 'status'].includes(action) || more.length > 0)
    throw usageError('capture takes one word: on, off or status; or read and what to read.');
  refuseOptionsOfRead(action, args);
  return withWorkspace(context, async ({ app, workspace }) => {
    if (action !== 'status') await app.capture.set(action === 'on');
    const status = await app.capture.status(workspace);
    if (args.has('json')) return printJson(terminal, { workspace, ...status });
    terminal.print(
      status.on
        ? 'Capture is on: hooks and imports of conversations keep what is worth it.'
        : 'Capture is off: nothing of conversations is kept, by no client and no import, until `zapomni capture on`.',
    );
    terminal.print(`Excluded  ${status.excluded.length === 0 ? 'nothing' : status.excluded.map(harmless).join(', ')}`);
    terminal.print(`Distilled ${status.distiller === 'llm' ? 'by the language model' : 'by rules, offline'}`);
    terminal.print(
      `Captured  ${count(status.turns, 'turn')} in ${workspace}; ${count(status.waiting, 'turn')} waiting`,
    );
  });
};

/** An option that would change nothing is a mistake of whoever gave it. */
function refuseOptionsOfRead(action: string, { values }: Arguments): void {
  const given = Object.keys(READ_OPTIONS).filter((name) => values[name] !== undefined);
  if (given.length > 0)
    throw usageError(
      `${given.map((name) => `--${name}`).join(', ')}: only for \`zapomni capture read\`; capture ${action} takes none of these.`,
    );
}
