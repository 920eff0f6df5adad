/** Links one memory to the code that it names. What was linked before keeps what the code said then, as long as the memory says the same. */
import type { Memory } from '../../../model/index.ts';
import type { RecordWrite } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { collection, type Kept } from '../../records/collection.ts';
import type { KeptRepository } from '../store/index.ts';
import { findNamed, linesHash, type Named } from './find-named.ts';
import { CODE_MENTIONS, CODE_NAMES, type MentionRecord } from './mention-record.ts';
import { namesIn, type CodeName } from './names-in.ts';

export type LinkedMemory = Pick<Memory, 'id' | 'text' | 'hash'>;

const MOST_MENTIONS = 50;

/** Reads its text for names. */
export async function linkMemory(
  deps: Deps,
  workspace: string,
  repositories: readonly KeptRepository[],
  memory: LinkedMemory,
): Promise<void> {
  const { id, hash } = memory;
  const before = await mentionsIn(deps, workspace, id);
  const names = namesIn(memory.text);
  const open = await collection(deps, CODE_NAMES).get(workspace, id);
  if (names.length === 0 && before.length === 0 && !open) return;
  const { targets, unknown } = await resolve(deps, repositories, names);
  const writes = [
    ...before
      .filter(({ value }) => value.text_hash !== hash)
      .map(({ key }) => collection(deps, CODE_MENTIONS).deletionOf(key)),
    ...(await putsOf(deps, memory, targets, before)),
    ...openNames(deps, memory, unknown, open !== null),
  ];
  await write(deps, workspace, writes);
}

/** Looks up what was not found when it was read. */
export async function linkOpenNames(
  deps: Deps,
  workspace: string,
  repositories: readonly KeptRepository[],
  { key: id, value }: Kept<{ text_hash: string; names: readonly CodeName[] }>,
): Promise<void> {
  const { targets, unknown } = await resolve(deps, repositories, value.names);
  if (targets.length === 0) return;
  const memory = { id, hash: value.text_hash };
  const before = await mentionsIn(deps, workspace, id);
  await write(deps, workspace, [
    ...(await putsOf(deps, memory, targets, before)),
    ...openNames(deps, memory, unknown, true),
  ]);
}

export async function mentionsIn(deps: Deps, workspace: string, memory: string): Promise<Kept<MentionRecord>[]> {
  const query = { index: 'by_memory' as const, where: { memory }, limit: MOST_MENTIONS };
  return [...(await collection(deps, CODE_MENTIONS).list(workspace, query)).items];
}

async function resolve(
  deps: Deps,
  repositories: readonly KeptRepository[],
  names: readonly CodeName[],
): Promise<{ targets: Named[]; unknown: CodeName[] }> {
  const targets = new Map<string, Named>();
  const unknown: CodeName[] = [];
  for (const name of names) {
    const named = await findNamed(deps, repositories, name);
    if (named) targets.set(targetOf(named), named);
    else unknown.push(name);
  }
  return { targets: [...targets.values()].slice(0, MOST_MENTIONS), unknown };
}

function targetOf({ file, symbol }: Named): string {
  return symbol?.key ?? file.key;
}

async function putsOf(
  deps: Deps,
  { id, hash }: Pick<LinkedMemory, 'id' | 'hash'>,
  targets: readonly Named[],
  before: readonly Kept<MentionRecord>[],
): Promise<RecordWrite[]> {
  // By name, and not by what has it today: what was named stays what it was, also when it has moved to another file.
  const known = new Set(before.filter(({ value }) => value.text_hash === hash).map(({ value }) => nameIn(value)));
  const writes: RecordWrite[] = [];
  for (const named of targets) {
    const { file, symbol } = named;
    if (known.has(nameIn({ symbol: symbol?.key ?? null, name: symbol?.value.qualified ?? file.value.path }))) continue;
    const key = `${id}.${targetOf(named)}`;
    const value = await mentionOf(deps, named, { memory: id, text_hash: hash });
    if (value) writes.push(collection(deps, CODE_MENTIONS).writeFor(key, value, { parent: id }));
  }
  return writes;
}

function nameIn({ symbol, name }: Pick<MentionRecord, 'symbol' | 'name'>): string {
  return `${symbol === null ? 'file' : 'symbol'} ${name}`;
}

async function mentionOf(
  deps: Deps,
  named: Named,
  of: Pick<MentionRecord, 'memory' | 'text_hash'>,
): Promise<MentionRecord | null> {
  const { repository, file, symbol } = named;
  const lines = await linesHash(deps, repository.value.store, named);
  if (lines === null || file.value.hash === null) return null;
  return {
    ...of,
    repository: repository.key,
    file: file.key,
    symbol: symbol?.key ?? null,
    name: symbol?.value.qualified ?? file.value.path,
    kind: symbol?.value.kind ?? 'file',
    path: file.value.path,
    file_hash: file.value.hash,
    lines_hash: lines,
    since: deps.clock.now(),
  };
}

function openNames(
  deps: Deps,
  { id, hash }: Pick<LinkedMemory, 'id' | 'hash'>,
  unknown: readonly CodeName[],
  isKept: boolean,
): RecordWrite[] {
  const names = collection(deps, CODE_NAMES);
  if (unknown.length > 0) return [names.writeFor(id, { text_hash: hash, names: [...unknown] }, { parent: id })];
  return isKept ? [names.deletionOf(id)] : [];
}

/** A memory that went meanwhile has no mentions: whatever belongs to it goes with it. */
async function write({ storage, clock, logger }: Deps, workspace: string, writes: RecordWrite[]): Promise<void> {
  if (writes.length === 0) return;
  try {
    await storage.records.write(workspace, writes, clock.now());
  } catch (error) {
    logger.log('debug', 'mentions_not_kept', { error });
  }
}
