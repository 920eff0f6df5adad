/** The command line: finds the command, reads the settings, and turns every failure into one line and an exit code. */
import { SERVER_INFO } from '@zapomni/mcp/identity';
import { parseArguments, splitCommand, usageError } from './arguments/arguments.ts';
import { closest } from './arguments/closest.ts';
import type { CommandContext, CommandEntry } from './commands/command.ts';
import { COMMANDS } from './generated/commands.ts';
import { commandHelp, overview, settingsHelp } from './help/help.ts';
import { openTerminal, type Terminal } from './output/terminal.ts';
import { reportError } from './output/report-error.ts';
import { readSettings, type Environment, type Settings } from './settings/given-settings.ts';
import { keepYoungGenerationSmall } from './young-generation.ts';

/** Where a command line is run; a test puts others in their place. */
export interface Surroundings extends Pick<CommandContext, 'terminal' | 'wire'> {
  readonly env: Environment;
}

/** Sets the exit code; the process ends by itself when nothing is left to do. */
export async function main(argv: readonly string[]): Promise<void> {
  keepYoungGenerationSmall();
  const { env } = process;
  process.exitCode = await runCommandLine(argv, { env, terminal: openTerminal(env) });
}

/** Resolves with the exit code. Never rejects: this is the one place where failures are caught. */
export async function runCommandLine(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  const seen: { settings?: Settings } = {};
  try {
    return await dispatch(argv, surroundings, seen);
  } catch (error) {
    return reportError(error, surroundings.terminal, seen.settings?.get('log_level')?.value);
  }
}

async function dispatch(
  argv: readonly string[],
  { env, ...context }: Surroundings,
  seen: { settings?: Settings },
): Promise<number> {
  const { name, rest } = splitCommand(argv);
  if (name === 'help') return help(parseArguments(rest, {}).positionals, context.terminal);
  const command = findCommand(name ?? 'serve');
  const args = parseArguments(rest, command.options);
  if (args.has('version')) {
    context.terminal.print(SERVER_INFO.version);
    return 0;
  }
  if (args.has('help')) return help(name === undefined ? [] : [name], context.terminal);
  const readAgain = (): Settings => readSettings({ flags: args.values, env });
  const settings = readAgain();
  seen.settings = settings;
  const { run } = await command.load();
  return (await run({ ...context, name: command.name, args, settings, readAgain })) ?? 0;
}

function help([topic]: readonly string[], { print, paint }: Terminal): number {
  if (topic === undefined) print(overview(paint));
  else print(topic === 'settings' ? settingsHelp(paint) : commandHelp(findCommand(topic), paint));
  return 0;
}

function findCommand(name: string): CommandEntry {
  const found = COMMANDS.find((command) => command.name === name);
  if (found) return found;
  const names = COMMANDS.map((command) => command.name);
  const near = closest(name, names);
  throw usageError(`There is no command '${name.slice(0, 40)}'.`, near && `Did you mean ${near}?`);
}
