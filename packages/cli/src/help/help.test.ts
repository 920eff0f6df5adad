import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { configFields } from '@zapomni/core/config';
import { COMMANDS } from '../generated/commands.ts';
import { SETTINGS } from '../generated/help.ts';
import { commandHelp, overview, settingsHelp } from './help.ts';
import { renderHelp } from './render-help.ts';

const plain = (_style: unknown, text: string) => text;

describe('help', () => {
  it('is generated from the settings as they are now', () => {
    const committed = readFileSync(new URL('../generated/help.ts', import.meta.url), 'utf8');
    expect(committed, 'run: npm run gen').toBe(renderHelp(configFields));
  });

  it('shows every command, and every option of each', () => {
    for (const command of COMMANDS) {
      expect(overview(plain)).toContain(`  ${command.name} `);
      for (const [name, { about }] of Object.entries(command.options)) {
        expect(commandHelp(command, plain)).toMatch(new RegExp(`--${name}\\b`));
        expect(commandHelp(command, plain)).toContain(about);
      }
    }
  });

  it('shows every setting with its flag, its variables and its default', () => {
    const text = settingsHelp(plain);
    for (const { flag, env, aliases, fallback } of SETTINGS) {
      expect(text).toContain(`--${flag}  ${[env, ...aliases].join(', ')}`);
      if (fallback !== null) expect(text).toContain(`default ${fallback}.`);
    }
  });

  it('names no option twice', () => {
    const settings = new Set(SETTINGS.map(({ flag }) => flag));
    for (const { options } of COMMANDS) expect(Object.keys(options).filter((name) => settings.has(name))).toEqual([]);
  });
});
