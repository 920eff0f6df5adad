/** `zapomni code search|map|find|show|callers|callees|refs|hierarchy|impact|why|changes|dead`. */
import { withActions } from '../actions.ts';
import type { Command, CommandSpec } from '../command.ts';
import { showCallees } from './actions/callees.ts';
import { showCallers } from './actions/callers.ts';
import { showChanges } from './actions/changes.ts';
import { showDead } from './actions/dead.ts';
import { findSymbols } from './actions/find.ts';
import { showHierarchy } from './actions/hierarchy.ts';
import { showImpact } from './actions/impact.ts';
import { showMap } from './actions/map.ts';
import { showReferences } from './actions/refs.ts';
import { searchPlaces } from './actions/search.ts';
import { showSymbol } from './actions/show.ts';
import { showWhy } from './actions/why.ts';

export const spec: CommandSpec = {
  name: 'code',
  summary: 'Indexed code: find places in it, symbols, who calls them, what stands on them, what changed.',
  usage: [
    'zapomni code search <words>',
    'zapomni code map [FOLDER]',
    'zapomni code find|show <name>',
    'zapomni code callers|callees|refs <name>',
    'zapomni code hierarchy|impact <name>',
    'zapomni code why <name>',
    'zapomni code changes [FROM] [TO]',
    'zapomni code dead [FOLDER]',
  ],
  options: {
    repository: {
      type: 'string',
      short: 'r',
      value: 'NAME',
      about: 'Which one: a name or a path in it; else the one you are in, else all.',
    },
    depth: { type: 'string', value: 'N', about: 'Steps to follow, 1–5; of hierarchy, all.' },
    limit: { type: 'string', short: 'n', value: 'N', about: 'How many to show.' },
    guesses: { type: 'boolean', about: 'Also calls that only their name speaks for.' },
    match: { type: 'string', value: 'HOW', about: 'Find: exact, prefix or fuzzy.' },
    kind: {
      type: 'string',
      value: 'KIND',
      about: 'Search, find: only functions, methods, classes …; refs: only calls …',
    },
    path: { type: 'string', value: 'FOLDER', about: 'Search, find, changes: only in this folder or file.' },
    'as-of': { type: 'string', value: 'WHEN', about: 'Why: also how it was at a commit or a date.' },
    language: { type: 'string', value: 'NAME', about: 'Search: only in this language.' },
    symbol: { type: 'string', value: 'NAME', about: 'Search: only in this symbol.' },
    'no-tests': { type: 'boolean', about: 'Search: not in tests.' },
    lines: { type: 'string', value: 'N', about: 'Show: lines of source; 200 if not said.' },
    budget: { type: 'string', value: 'TOKENS', about: 'Map: how much it may cost a model; 2000 if not said.' },
    exported: { type: 'boolean', about: 'Dead: also what is exported.' },
  },
  examples: [
    'zapomni code search where are retries counted',
    'zapomni code callers Store.open',
    'zapomni code impact src/app.py:42 --depth 5',
    'zapomni code map src',
  ],
};

/** A name may begin with a dash or hold spaces: all words are one name. */
export const run: Command = withActions('code', {
  search: searchPlaces,
  map: showMap,
  find: findSymbols,
  show: showSymbol,
  callers: showCallers,
  callees: showCallees,
  refs: showReferences,
  hierarchy: showHierarchy,
  impact: showImpact,
  why: showWhy,
  changes: showChanges,
  dead: showDead,
});
