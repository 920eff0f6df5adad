import { fstatSync } from 'node:fs';
import { addInBatches, type BatchResult } from '../add/add-in-batches.ts';
import { readLines } from '../add/read-lines.ts';
import { readFiles, readStdin } from '../add/read-texts.ts';
import type { SourcedDraft } from '../add/sourced-draft.ts';
import { usageError, type Arguments } from '../arguments.ts';
import type { Command, CommandContext } from '../command.ts';
import { readFactArguments, type FactArguments } from '../memory-arguments.ts';
import { count } from '../output/memory-views.ts';
import type { Terminal } from '../output/terminal.ts';
import { settleEmbeddings, type Progress } from '../settle-embeddings.ts';
import { withApp, type Session } from '../with-app.ts';

export const run: Command = async (context) => {
  const { args, terminal } = context;
  const drafts = choose(context);
  await withApp(context, async (session) => {
    const progress: Progress = { stored: 0, bytes: 0, totalBytes: args.has('jsonl') ? inputBytes() : 0 };
    const result = await settleEmbeddings(session, terminal, addInBatches(session, drafts, progress), progress);
    if (args.has('json')) terminal.print(JSON.stringify(toJson(result, session, isMany(args)), null, 2));
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

function toJson({ memories, embedded }: BatchResult, { workspace }: Session, many: boolean) {
  const duplicates = memories.filter(({ status }) => status === 'duplicate').length;
  const warnings = [...new Set(memories.flatMap((memory) => memory.warnings))];
  const ids = many
    ? { memory_ids: memories.map(({ id }) => id) }
    : { memory_id: memories[0]?.id, text_preview: memories[0]?.preview };
  return {
    status: memories.length > 0 && duplicates === memories.length ? 'duplicate' : 'success',
    ...ids,
    chunks_created: memories.reduce((sum, { passages }) => sum + passages, 0),
    workspace_id: workspace,
    embedded,
    duplicates,
    ...(warnings.length > 0 ? { warnings } : {}),
  };
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
