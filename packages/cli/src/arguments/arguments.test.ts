import { describe, expect, it } from 'vitest';
import { parseArguments, splitCommand } from './arguments.ts';
import { COMMANDS } from '../generated/commands.ts';

const search = COMMANDS.find(({ name }) => name === 'search')?.options ?? {};

describe('splitCommand', () => {
  it.each([
    [[], undefined, []],
    [['search', 'a', '--limit', '3'], 'search', ['a', '--limit', '3']],
    [['--data-dir', 'x', 'search', 'a'], 'search', ['--data-dir', 'x', 'a']],
    [['--data-dir=x', '--json', 'list'], 'list', ['--data-dir=x', '--json']],
    [['--log-level', 'debug'], undefined, ['--log-level', 'debug']],
    [['--', 'search'], undefined, ['--', 'search']],
  ])('%o', (argv, name, rest) => {
    expect(splitCommand(argv)).toEqual({ name, rest });
  });
});

describe('parseArguments', () => {
  it('reads words, flags of the command and settings in any order', () => {
    const args = parseArguments(['a', '--tag', 'x', '-n', '3', 'b', '--tag=y', '--workspace', 'w', '--json'], search);
    expect(args.positionals).toEqual(['a', 'b']);
    expect(args.texts('tag')).toEqual(['x', 'y']);
    expect(args.count('limit', 10, 100)).toBe(3);
    expect(args.text('workspace')).toBe('w');
    expect(args.has('json')).toBe(true);
  });

  it.each([
    [['--limti', '3'], '--limti: there is no such option.', 'Did you mean --limit?'],
    [['--frobnicate'], '--frobnicate: there is no such option.', 'zapomni --help'],
    [['--limit'], '--limit: needs a value.', ''],
    [['--tag', '--json'], '--tag: needs a value.', ''],
    [['--json=yes'], '--json: takes no value.', ''],
  ])('%o is refused by name', (args, message, hint) => {
    expect(() => parseArguments(args, search)).toThrow(
      expect.objectContaining({
        code: 'INVALID_INPUT',
        message: expect.stringContaining(message) as string,
        hint: expect.stringContaining(hint) as string,
      }),
    );
  });

  it.each(['0', '101', '-1', '3.5', 'x', ''])('--limit=%s is out of range', (value) => {
    expect(() => parseArguments([`--limit=${value}`], search).count('limit', 10, 100)).toThrow('whole number 1–100');
  });
});

it('no command has an option that is also a setting', () => {
  for (const { options } of COMMANDS) expect(() => parseArguments([], options)).not.toThrow();
});
