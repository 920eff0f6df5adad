/** `--help`, from the generated tables of commands and settings. Loads nothing else. */
import { COMMON_OPTIONS, type Options, type OptionSpec } from '../arguments/arguments.ts';
import type { CommandSpec } from '../commands/command.ts';
import { COMMANDS } from '../generated/commands.ts';
import { SETTINGS } from '../generated/help.ts';
import type { Paint } from '../output/terminal.ts';

/** Settings that are worth a line in every help; `zapomni help settings` has them all. */
const EVERYDAY = ['workspace', 'data_dir', 'log_level'];

type Row = readonly [term: string, about: string];

export function overview(paint: Paint): string {
  return [
    'Zapomni: a private long memory for AI agents, on your own machine.',
    section(paint, 'Usage', ['zapomni [command] [options]']),
    section(paint, 'Commands', rows(COMMANDS.map(({ name, summary }) => [name, summary]))),
    section(paint, 'Options', rows([...everydaySettings(), ...optionRows(COMMON_OPTIONS)])),
    'Without a command it serves MCP on stdin and stdout. `zapomni <command> --help` shows more of one command,\n' +
      '`zapomni help settings` every setting with its flag and environment variable.',
  ].join('\n\n');
}

export function commandHelp(command: CommandSpec, paint: Paint): string {
  return [
    command.summary,
    section(paint, 'Usage', command.usage),
    section(
      paint,
      'Options',
      rows([...optionRows(command.options), ...everydaySettings(), ...optionRows(COMMON_OPTIONS)]),
    ),
    ...(command.examples.length > 0 ? [section(paint, 'Examples', command.examples)] : []),
  ].join('\n\n');
}

export function settingsHelp(paint: Paint): string {
  const sections = [...Map.groupBy(SETTINGS, (fact) => fact.section)].map(([name, facts]) =>
    section(
      paint,
      name.charAt(0).toUpperCase() + name.slice(1),
      facts.flatMap(({ flag, env, aliases, about, accepts, fallback }) => [
        `--${flag}  ${[env, ...aliases].join(', ')}`,
        `    ${about}`,
        `    Takes ${accepts}; ${fallback === null ? 'the default depends on the system' : `default ${fallback}`}.`,
      ]),
    ),
  );
  return [
    'A flag wins over the environment, that over the settings file, and that over the default.',
    ...sections,
  ].join('\n\n');
}

function everydaySettings(): Row[] {
  const value: Readonly<Record<string, string>> = { workspace: 'ID', data_dir: 'FOLDER', log_level: 'LEVEL' };
  return SETTINGS.filter(({ name }) => EVERYDAY.includes(name))
    .sort((a, b) => EVERYDAY.indexOf(a.name) - EVERYDAY.indexOf(b.name))
    .map(({ name, flag, about }) => [
      `--${flag} ${value[name] ?? ''}`,
      name === 'workspace' ? 'Workspace to work in.' : about,
    ]);
}

function optionRows(options: Options): Row[] {
  return Object.entries(options).map(([name, option]) => [optionTerm(name, option), option.about]);
}

function optionTerm(name: string, { short, value }: OptionSpec): string {
  return `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`;
}

function rows(pairs: readonly Row[]): string[] {
  const width = Math.max(...pairs.map(([term]) => term.length));
  return pairs.map(([term, about]) => `${term.padEnd(width)}  ${about}`);
}

function section(paint: Paint, title: string, lines: readonly string[]): string {
  return [paint('bold', title), ...lines.map((line) => `  ${line}`)].join('\n');
}
