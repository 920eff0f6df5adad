import { describe, expect, it } from 'vitest';
import { format } from 'oxfmt';
import { testTemplate, toolTemplate } from './templates.ts';
import { parseToolName } from './tool-name.ts';

describe('parseToolName', () => {
  it('makes a file name of the tool', () => {
    expect(parseToolName('memory/pin_memory', [])).toEqual({ group: 'memory', file: 'pin-memory' });
  });

  it.each([
    undefined,
    '',
    'pin_memory',
    'memory/',
    '/pin',
    'memory/Pin',
    'memory/pin-memory',
    'memory/_pin',
    'memory/pin__it',
    'memory/1pin',
    '../src/pin',
    'memory/a/b',
    `memory/${'x'.repeat(65)}`,
  ])('refuses %s and shows how to write it', (name) => {
    expect(() => parseToolName(name, [])).toThrow('npm run new:tool memory/pin_memory');
  });

  it('refuses a name that is taken, in any group', () => {
    const existing = [{ group: 'memory', file: 'get-stats' }];
    expect(() => parseToolName('code/get_stats', existing)).toThrow('exists already, in the group memory');
  });
});

describe('the templates', () => {
  const tool = { group: 'memory', file: 'pin-memory' };

  it.each([
    ['tool', toolTemplate(tool)],
    ['test', testTemplate(tool)],
  ])('%s is code as the formatter leaves it', async (name, text) => {
    const { code, errors } = await format(`${name}.ts`, text, { printWidth: 120, singleQuote: true });
    expect(errors).toEqual([]);
    expect(code).toBe(text);
  });

  it('names the tool', () => {
    expect(toolTemplate(tool)).toContain("name: 'pin_memory',\n  title: 'Pin memory',");
  });
});
