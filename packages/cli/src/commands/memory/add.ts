import { toAdded } from '@zapomni/mcp/views';
import { fstatSync } from 'node:fs';
import { addInBatches, type BatchResult } from '../../input/add-in-batches.ts';
import { readLines } from '../../input/read-lines.ts';
import { readFiles, readStdin } from '../../input/read-texts.ts';
import type { SourcedDraft } from '../../input/sourced-draft.ts';
import { usageError, type Arguments } from '../../arguments/arguments.ts';
import { FACTS } from '../../arguments/shared-options.ts';
import type { Command, CommandContext, CommandSpec } from '../command.ts';
import { readFactArguments, type FactArguments } from '../../arguments/memory-arguments.ts';
import { count } from '../../output/in-words.ts';
import type { Terminal } from '../../output/terminal.ts';
import { settleEmbeddings, type Progress } from '../../session/settle-embeddings.ts';
import { withApp, type Session } from '../../session/with-app.ts';
import { printJson } from '../../output/print-json.ts';

export const spec: CommandSpec = {
  name: 'add',
  summary: 'Remember something.',
  usage: ['zapomni add [text…]', 'zapomni add --file FILE…', 'zapomni add --jsonl < FILE'],
  options: {
    ...FACTS,
    key: { type: 'string', value: 'KEY', about: 'Idempotency key: adding it again changes nothing.' },
    supersedes: { type: 'string', value: 'ID', about: 'The memory that this one corrects.' },
    file: {
      type: 'string',
      multiple: true,
      short: 'f',
      value: 'FILE',
      about: 'A text file, as one memory; may be repeated.',
    },
    'allow-duplicate': { type: 'boolean', about: 'Store it again, though the very same is there already.' },
    jsonl: { type: 'boolean', about: 'One {"text": …, "tags": …, "metadata": …} per line of stdin.' },
  },
  examples: ['zapomni add "We deploy on Thursdays" --tag release', 'git log -1 | zapomni add --source git'],
};

export const run: Command = async (context) => {
  const { args, terminal } = context;
  const drafts = choose(context);
  await withApp(context, async (session) => {
    const progress: Progress = { stored: 0, bytes: 0, totalBytes: args.has('jsonl') ? inputBytes() : 0 };
    const adding = addInBatches(session, { drafts, allowDuplicate: args.has('allow-duplicate') }, progress);
    const result = await settleEmbeddings(session, terminal, adding, progress);
    if (args.has('json')) printJson(terminal, toAdded(result, session.workspace, isMany(args)));
    else show(result, session, terminal);
  });
};

function choose({ args, terminal }: CommandContext): AsyncIterable<SourcedDraft> {
  const files = args.texts('file');
  const words = args.positionals;
  const given = [args.has('jsonl') && '--jsonl', files && '--file', words.length > 0 && 'a text'].filter(Boolean);
  if (given.length > 1) throw usageError(`${given.join(' and ')} cannot be given together.`);
  const facts = { ...readFactArguments(args), ...readOwn(args, isMany(args)) };
  if (args.has('jsonl')) return readLines(terminal.stdin, facts);
  return files ? readFiles(files, facts) : readOne(words.join(' '), facts, terminal);
}

function isMany(args: Arguments): boolean {
  return args.has('jsonl') || (args.texts('file')?.length ?? 1) > 1;
}

/** What can only be said of one memory. */
function readOwn(args: Arguments, many: boolean): { key?: string | undefined; supersedes?: string | undefined } {
  const own = { key: args.text('key'), supersedes: args.text('supersedes') };
  if (!many) return own;
  if ((own.key ?? own.supersedes) === undefined) return {};
  throw usageError('--key and --supersedes are for one memory.');
}

async function* readOne(words: string, facts: FactArguments, { stdin, note }: Terminal): AsyncGenerator<SourcedDraft> {
  const isPiped = words === '' || words === '-';
  if (isPiped && stdin.isTTY) note('Type what to remember; Ctrl-D on an empty line ends it.');
  yield { where: '', bytes: 0, draft: { ...facts, text: isPiped ? await readStdin(stdin) : words } };
}

/** Known for a file that was redirected to stdin; in a pipe nobody knows. */
function inputBytes(): number {
  const input = fstatSync(0);
  return input.isFile() ? input.size : 0;
}

function show({ memories }: BatchResult, { workspace }: Session, { print, note }: Terminal): void {
  const [only, ...more] = memories;
  for (const warning of new Set(memories.flatMap((memory) => memory.warnings))) note(warning);
  if (only && more.length === 0) {
    print(only.status === 'duplicate' ? `Already there: ${only.id}` : `Remembered ${only.id}`);
    return;
  }
  const duplicates = memories.filter(({ status }) => status === 'duplicate').length;
  const known = duplicates > 0 ? `; ${count(duplicates, 'was', 'were')} there already` : '';
  print(`Remembered ${count(memories.length - duplicates, 'memory', 'memories')} in workspace ${workspace}${known}.`);
}
