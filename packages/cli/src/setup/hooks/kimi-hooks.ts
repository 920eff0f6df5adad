/**
 * The hooks of Kimi: a list of tables in its TOML, four known fields each. It takes nothing at the start of a session, so the brief goes with the first
 * prompt; it does not say what was answered.
 */
import { joined, named } from '../clients/place.ts';
import type { HookClient } from './hook-table.ts';

const SECONDS = 3;

export const kimiHooks: HookClient = {
  file: (place) => joined(place, named(place, 'KIMI_CODE_HOME', '.kimi-code'), 'config.toml'),
  format: 'toml',
  beginning: '',
  items: (command) =>
    ['UserPromptSubmit', 'Stop'].map((event) => ({ path: ['hooks'], item: { event, command, timeout: SECONDS } })),
  afterwards: 'Start it again.',
};
