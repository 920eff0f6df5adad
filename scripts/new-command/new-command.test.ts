import { describe, expect, it } from 'vitest';
import { format } from 'oxfmt';
import { parseCommandName } from './command-name.ts';
import { commandTemplate, testTemplate } from './templates.ts';

describe('parseCommandName', () => {
  it('reads group and name', () => {
    expect(parseCommandName('memory/pin-it', [])).toEqual({ group: 'memory', file: 'pin-it' });
  });

  it.each([
    undefined,
    '',
    'pin',
    'memory/',
    '/pin',
    'memory/Pin',
    'memory/pin_it',
    'memory/-pin',
    'memory/pin--it',
    'memory/1pin',
    '../src/pin',
    'memory/a/b',
    `memory/${'x'.repeat(33)}`,
  ])('refuses %s and shows how to write it', (name) => {
    expect(() => parseCommandName(name, [])).toThrow('npm run new:command memory/pin');
  });

  it('refuses a name that is taken, in any group, or that the command line has a meaning for', () => {
    const existing = [{ group: 'memory', file: 'stats' }];
    expect(() => parseCommandName('store/stats', existing)).toThrow('exists already, in the group memory');
    expect(() => parseCommandName('store/help', existing)).toThrow('a word of the command line itself');
  });
});

describe('the templates', () => {
  const command = { group: 'memory', file: 'pin' };

  it.each([
    ['command', commandTemplate(command)],
    ['test', testTemplate(command)],
  ])('%s is code as the formatter leaves it', async (name, text) => {
    const { code, errors } = await format(`${name}.ts`, text, { printWidth: 120, singleQuote: true });
    expect(errors).toEqual([]);
    expect(code).toBe(text);
  });

  it('names the command', () => {
    expect(commandTemplate(command)).toContain("name: 'pin',\n");
    expect(testTemplate(command)).toContain("zapomni(['pin', '--json'])");
  });
});
