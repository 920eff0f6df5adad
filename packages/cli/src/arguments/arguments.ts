/** The words after the command's name, read strictly: what is not understood is an error that says what would be. */
import { parseArgs, type ParseArgsOptionDescriptor } from 'node:util';
import { invalidField, ZapomniError } from '@zapomni/core/errors';
import { closest } from './closest.ts';
import { SETTINGS } from '../generated/help.ts';

export interface OptionSpec {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  readonly short?: string;
  /** How its value is called in help. */
  readonly value?: string;
  readonly about: string;
}

export type Options = Readonly<Record<string, OptionSpec>>;

export const COMMON_OPTIONS = {
  json: { type: 'boolean', about: 'Print the result as JSON.' },
  help: { type: 'boolean', short: 'h', about: 'Show help and exit.' },
  version: { type: 'boolean', short: 'V', about: 'Show the version and exit.' },
} as const satisfies Options;

/** What a command was given. Readers fail with INVALID_INPUT that names the flag. */
export class Arguments {
  readonly positionals: readonly string[];
  readonly values: Readonly<Record<string, unknown>>;

  constructor(positionals: readonly string[], values: Readonly<Record<string, unknown>>) {
    this.positionals = positionals;
    this.values = values;
  }

  has(name: string): boolean {
    return this.values[name] === true;
  }

  text(name: string): string | undefined {
    const value = this.values[name];
    return typeof value === 'string' ? value : undefined;
  }

  texts(name: string): string[] | undefined {
    const value = this.values[name];
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : undefined;
  }

  count(name: string, fallback: number, max: number): number {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
    if (value < 1 || value > max) throw invalidField(`--${name}`, `must be a whole number 1–${max}`);
    return value;
  }

  /** One of a few words; undefined when nothing was said. */
  oneOf<Word extends string>(name: string, words: readonly Word[]): Word | undefined {
    const given = this.text(name);
    const word = words.find((one) => one === given);
    if (given === undefined || word !== undefined) return word;
    const near = closest(given, words);
    throw invalidField(`--${name}`, `must be one of ${words.join(', ')}`, near && `Did you mean ${near}?`);
  }

  /** Exactly one word, e.g. an id. */
  one(what: string): string {
    const [only, ...more] = this.positionals;
    if (only === undefined || more.length > 0) throw invalidField(what, 'exactly one is needed');
    return only;
  }
}

/** The first word that is not a flag or a flag's value, and all the others. */
export function splitCommand(argv: readonly string[]): { name: string | undefined; rest: string[] } {
  const { tokens } = parseArgs({
    args: [...argv],
    options: toDescriptors(COMMON_OPTIONS),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const ended = tokens.find((token) => token.kind === 'option-terminator')?.index ?? Number.POSITIVE_INFINITY;
  const first = tokens.find((token) => token.kind === 'positional' && token.index < ended);
  if (first?.kind !== 'positional') return { name: undefined, rest: [...argv] };
  return { name: first.value, rest: argv.toSpliced(first.index, 1) };
}

export function parseArguments(args: readonly string[], own: Options): Arguments {
  const options = toDescriptors({ ...own, ...COMMON_OPTIONS });
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, strict: true, allowPositionals: true });
    return new Arguments(positionals, values);
  } catch (error) {
    throw misuse(error, Object.keys(options));
  }
}

/** Every command takes every setting as a flag. */
function toDescriptors(own: Options): Record<string, ParseArgsOptionDescriptor> {
  const settings = SETTINGS.map(({ flag }): [string, ParseArgsOptionDescriptor] => [flag, { type: 'string' }]);
  const others = Object.entries(own).map(([name, { type, multiple, short }]): [string, ParseArgsOptionDescriptor] => [
    name,
    { type, ...(multiple ? { multiple } : {}), ...(short ? { short } : {}) },
  ]);
  return Object.fromEntries([...settings, ...others]);
}

function misuse(error: unknown, known: readonly string[]): unknown {
  if (!(error instanceof TypeError) || !('code' in error)) return error;
  const option = /'(?:-\w, )?(-[^'\s,]*)/.exec(error.message)?.[1] ?? 'An option';
  if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const near = closest(option.replace(/^-+/, ''), known);
    return usageError(`${option}: there is no such option.`, near && `Did you mean --${near}?`);
  }
  const takesNone = error.message.includes('does not take');
  return usageError(`${option}: ${takesNone ? 'takes no value' : 'needs a value'}.`);
}

export function usageError(message: string, hint = ''): ZapomniError {
  return new ZapomniError('INVALID_INPUT', message, { hint: `${hint} \`zapomni --help\` shows what there is.`.trim() });
}
