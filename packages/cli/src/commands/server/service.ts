/** `zapomni service`: prints the file by which this system starts the server by itself, with the paths of this machine. */
import { realpathSync } from 'node:fs';
import { invalidField } from '@zapomni/core/errors';
import { usageError } from '../../arguments/arguments.ts';
import { harmless } from '../../output/harmless.ts';
import { serviceUnit } from '../../service/units.ts';
import { thisMachine } from '../../settings/given-settings.ts';
import type { Command, CommandSpec } from '../command.ts';

const SYSTEMS = { systemd: 'linux', launchd: 'darwin' } as const;

export const spec: CommandSpec = {
  name: 'service',
  summary: 'Print the systemd unit or launchd file that keeps a server running for you.',
  usage: ['zapomni service > FILE'],
  options: {
    for: { type: 'string', value: 'systemd|launchd', about: 'For which of them; the one of this system if not said.' },
  },
  examples: ['zapomni service > ~/.config/systemd/user/zapomni.service', 'zapomni service --http-port 8765'],
};

export const run: Command = async ({ args, settings, terminal }) => {
  if (args.positionals.length > 0) throw usageError('service takes options only, e.g. --for launchd.');
  const wanted = args.oneOf('for', ['systemd', 'launchd'] as const);
  const machine = thisMachine();
  const script = realpathSync(process.argv[1] ?? '');
  // What was given here is what the server is to run with; everything else is looked up when it starts.
  const given = [...settings.values()].flatMap(({ value, source, via }) =>
    source === 'flag' && value !== undefined ? [via, value] : [],
  );
  const unit = serviceUnit({
    machine: wanted ? { ...machine, platform: SYSTEMS[wanted] } : machine,
    env: process.env,
    command: [process.execPath, script, 'serve', ...withoutStdio(given)],
    dataDir: settings.get('data_dir')?.value ?? '',
  });
  if (!unit) throw invalidField('--for', 'has to be given here: this system has neither systemd nor launchd');
  terminal.print(unit.text.trimEnd());
  if (/[\\/]_npx[\\/]/.test(script))
    terminal.note('This was started by npx, whose files may go: `npm install --global zapomni` first.');
  terminal.note(
    `It belongs into ${harmless(unit.file)}; then:\n${unit.afterwards.map((line) => `  ${line}`).join('\n')}`,
  );
};

/** A service has no client at its standard input. */
function withoutStdio(given: readonly string[]): string[] {
  return given.includes('--stdio') ? [...given] : ['--stdio', 'false', ...given];
}
