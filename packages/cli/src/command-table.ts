/** Every command. Help and parsing come from here; the code of a command is only loaded when it runs. */
import type { Options } from './arguments.ts';
import type { CommandSpec } from './command.ts';
import { GRAPH_COMMANDS } from './graph-command-specs.ts';
import { TRANSFER_COMMANDS } from './transfer-command-specs.ts';

const tag: Options = { tag: { type: 'string', multiple: true, value: 'TAG', about: 'A tag; may be repeated.' } };
const yes: Options = { yes: { type: 'boolean', short: 'y', about: 'Do not ask.' } };
const facts: Options = {
  ...tag,
  source: { type: 'string', value: 'TEXT', about: 'Where it comes from: a URL, file or person.' },
  kind: { type: 'string', value: 'KIND', about: 'fact, preference, decision, event, procedure, note …' },
  metadata: { type: 'string', value: 'JSON', about: 'Any object; its timestamp (ISO 8601) says when it happened.' },
};
const filters: Options = {
  tag: { type: 'string', multiple: true, value: 'TAG', about: 'Only with this tag; repeated: with any of them.' },
  'tag-all': { type: 'string', multiple: true, value: 'TAG', about: 'Only with this tag; repeated: with all of them.' },
  'tag-none': { type: 'string', multiple: true, value: 'TAG', about: 'Not with this tag; may be repeated.' },
  source: {
    type: 'string',
    multiple: true,
    value: 'TEXT',
    about: 'Only from this source; repeated: from any of them.',
  },
  kind: { type: 'string', multiple: true, value: 'KIND', about: 'Only of this kind; repeated: of any of them.' },
  meta: {
    type: 'string',
    multiple: true,
    value: 'TEST',
    about: 'Only where metadata fit: status=open, "priority>=2".',
  },
  from: { type: 'string', value: 'DATE', about: 'Not before: 2026-01-31, "last week", "March 2024".' },
  to: { type: 'string', value: 'DATE', about: 'Not after; a day or a month counts whole.' },
  'as-of': { type: 'string', value: 'DATE', about: 'What held then, replaced since or not.' },
  superseded: { type: 'boolean', about: 'Also what a newer memory replaced.' },
};

export const COMMANDS: readonly CommandSpec[] = [
  {
    name: 'serve',
    summary: 'Serve MCP on stdin and stdout, and over HTTP when given a port; what `zapomni` alone does.',
    usage: ['zapomni [serve] [settings]'],
    options: {},
    examples: ['claude mcp add zapomni -- npx -y zapomni', 'zapomni serve --http-port 8765'],
    load: () => import('./commands/serve.ts'),
  },
  {
    name: 'connect',
    summary: 'Bridge stdin and stdout to a running server of the same data folder; has no store or model of its own.',
    usage: ['zapomni connect [--data-dir FOLDER]'],
    options: {},
    examples: ['claude mcp add zapomni -- npx -y zapomni connect'],
    load: () => import('./commands/connect.ts'),
  },
  {
    name: 'add',
    summary: 'Remember something.',
    usage: ['zapomni add [text…]', 'zapomni add --file FILE…', 'zapomni add --jsonl < FILE'],
    options: {
      ...facts,
      key: { type: 'string', value: 'KEY', about: 'Idempotency key: adding it again changes nothing.' },
      supersedes: { type: 'string', value: 'ID', about: 'The memory that this one corrects.' },
      file: {
        type: 'string',
        multiple: true,
        short: 'f',
        value: 'FILE',
        about: 'A text file, as one memory; may be repeated.',
      },
      jsonl: { type: 'boolean', about: 'One {"text": …, "tags": …, "metadata": …} per line of stdin.' },
    },
    examples: ['zapomni add "We deploy on Thursdays" --tag release', 'git log -1 | zapomni add --source git'],
    load: () => import('./commands/add.ts'),
  },
  {
    name: 'search',
    summary: 'Find memories by meaning and by words.',
    usage: ['zapomni search <query…>'],
    options: {
      limit: { type: 'string', short: 'n', value: 'N', about: 'How many, 1–100; 10 if not said.' },
      'min-score': { type: 'string', value: 'P', about: 'Leave out what is less likely to fit, 0–1.' },
      explain: { type: 'boolean', about: 'Also show why: what each stage of the search gave.' },
      ...filters,
    },
    examples: ['zapomni search when do we deploy', 'zapomni search deploy --tag release --from 2026-01-01 --json'],
    load: () => import('./commands/search.ts'),
  },
  {
    name: 'context',
    summary: 'What to know before starting: on a topic and files, standing decisions, the latest.',
    usage: ['zapomni context [topic…]'],
    options: {
      file: {
        type: 'string',
        multiple: true,
        short: 'f',
        value: 'FILE',
        about: 'A path to be worked on; may be repeated.',
      },
      budget: { type: 'string', value: 'N', about: 'Most tokens to print; 1500 if not said.' },
    },
    examples: ['zapomni context billing --file src/invoices.ts'],
    load: () => import('./commands/context.ts'),
  },
  {
    name: 'get',
    summary: 'Read one memory whole.',
    usage: ['zapomni get <id>'],
    options: {
      history: { type: 'boolean', about: 'Also its earlier versions.' },
      text: { type: 'boolean', about: 'Only the text, byte for byte.' },
    },
    examples: ['zapomni get 0199f1c2-7a3e-7c41-9d7e-3f2a1b0c9d8e --text > memory.txt'],
    load: () => import('./commands/get.ts'),
  },
  {
    name: 'list',
    summary: 'Page through memories, newest first.',
    usage: ['zapomni list'],
    options: {
      limit: { type: 'string', short: 'n', value: 'N', about: 'How many, 1–1000; 20 if not said.' },
      cursor: { type: 'string', value: 'CURSOR', about: 'Go on where the page before ended.' },
      ...filters,
    },
    examples: ['zapomni list --tag release'],
    load: () => import('./commands/list.ts'),
  },
  {
    name: 'update',
    summary: 'Change a memory; its earlier state stays in its history.',
    usage: ['zapomni update <id> [text…]'],
    options: facts,
    examples: ['zapomni update 0199f1c2-7a3e-7c41-9d7e-3f2a1b0c9d8e "We deploy on Fridays"'],
    load: () => import('./commands/update.ts'),
  },
  {
    name: 'delete',
    summary: 'Forget memories for good.',
    usage: ['zapomni delete <id…>'],
    options: yes,
    examples: ['zapomni delete 0199f1c2-7a3e-7c41-9d7e-3f2a1b0c9d8e --yes'],
    load: () => import('./commands/delete.ts'),
  },
  {
    name: 'stats',
    summary: 'How much is remembered, and what it takes.',
    usage: ['zapomni stats'],
    options: {},
    examples: [],
    load: () => import('./commands/stats.ts'),
  },
  ...GRAPH_COMMANDS,
  ...TRANSFER_COMMANDS,
  {
    name: 'workspace',
    summary: 'List, create, empty or delete workspaces.',
    usage: ['zapomni workspace list', 'zapomni workspace create <id>', 'zapomni workspace clear|delete <id>'],
    options: {
      name: { type: 'string', value: 'TEXT', about: 'Create: how it is called.' },
      description: { type: 'string', value: 'TEXT', about: 'Create: what it is for.' },
      ...yes,
    },
    examples: ['zapomni workspace create work --name "My job"', 'zapomni add --workspace work "…"'],
    load: () => import('./commands/workspace.ts'),
  },
  {
    name: 'model',
    summary: 'Show which models are used, or choose others.',
    usage: [
      'zapomni model',
      'zapomni model embedding builtin|ollama|openai [model]',
      'zapomni model llm none|ollama|openai [model]',
    ],
    options: {},
    examples: ['zapomni model embedding ollama nomic-embed-text', 'zapomni model llm ollama qwen2.5'],
    load: () => import('./commands/model.ts'),
  },
  {
    name: 'token',
    summary: 'Make, list and revoke the tokens of the HTTP server.',
    usage: ['zapomni token create <name>', 'zapomni token list', 'zapomni token revoke <name>'],
    options: {
      scope: {
        type: 'string',
        value: 'SCOPE',
        about: 'read, write or admin; each includes the ones before. write if not said.',
      },
      days: { type: 'string', value: 'N', about: 'How long it is good for; for ever if not said.' },
    },
    examples: ['zapomni token create laptop --scope write --days 90'],
    load: () => import('./commands/token.ts'),
  },
  {
    name: 'doctor',
    summary: 'Check runtime, data folder, store, model and settings, with advice.',
    usage: ['zapomni doctor'],
    options: { deep: { type: 'boolean', about: 'Read every page of the store and compare its indexes.' } },
    examples: [],
    load: () => import('./commands/doctor.ts'),
  },
];
