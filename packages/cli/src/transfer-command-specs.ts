/** The commands that move what is remembered, to another store, to a file, or from and to another memory server. */
import type { Options } from './arguments.ts';
import type { CommandSpec } from './command.ts';

const throttle: Options = {
  throttle: { type: 'string', value: 'N', about: 'At most N records a second; N%: only this share of the time.' },
};
const from: Options = {
  from: {
    type: 'string',
    value: 'STORE',
    about: 'sqlite:FOLDER or falkordb://host:port; the store in use if not said.',
  },
};

export const TRANSFER_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'migrate',
    summary: 'Move a store to another place, with history, graph and vectors; resumable, checked at the end.',
    usage: ['zapomni migrate --to STORE', 'zapomni migrate --from STORE --to STORE'],
    options: {
      ...from,
      to: { type: 'string', value: 'STORE', about: 'The same forms; must be empty, or filled by this command.' },
      ...throttle,
      verify: { type: 'boolean', about: 'Only compare the two; nothing is written.' },
    },
    examples: ['zapomni migrate --to falkordb://localhost:6379', 'zapomni migrate --to sqlite:/backup --throttle 25%'],
    load: () => import('./commands/migrate.ts'),
  },
  {
    name: 'import',
    summary: 'Fill an empty store from an export, or take over what another memory server knows.',
    usage: ['zapomni import FILE', 'zapomni import server-memory FILE'],
    options: {
      to: {
        type: 'string',
        value: 'STORE',
        about: 'An export: sqlite:FOLDER or falkordb://host:port; the store in use if not said.',
      },
      ...throttle,
    },
    examples: ['zapomni import backup.jsonl --to sqlite:/new/folder', 'zapomni import server-memory ~/memory.jsonl'],
    load: () => import('./commands/import.ts'),
  },
  {
    name: 'export',
    summary: 'Write all of a store to a file, or a workspace as the file of another memory server.',
    usage: ['zapomni export FILE', 'zapomni export server-memory [FILE]'],
    options: { ...from, overwrite: { type: 'boolean', about: 'Replace the file if there is one.' } },
    examples: [
      'zapomni export backup.jsonl',
      'zapomni export - | gzip > backup.jsonl.gz',
      'zapomni export server-memory > memory.jsonl',
    ],
    load: () => import('./commands/export.ts'),
  },
];
