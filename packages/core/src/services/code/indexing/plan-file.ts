/**
 * What is written of a file, decided before it is written: those of many files are then one transaction, each whole with its memory, its
 * record, its outline and its symbols.
 *
 *   the file …                       its memory
 *   is new                           is added
 *   says something else              is added, and supersedes the one before, which goes at the end of the run
 *   has moved, or has come back      stays, with other metadata: its passages keep their vectors
 *   is gone                          stays, marked as stale, until it is pruned
 *   is skipped now                   goes
 */
import type { MemoryPatch, NewMemory, RecordWrite } from '../../../ports/index.ts';
import type { Metadata } from '../../../model/index.ts';
import type { Deps } from '../../deps.ts';
import { sha256 } from '../../memory/prepare-text.ts';
import { collection } from '../../records/collection.ts';
import type { ValidTime } from '../history/valid-times.ts';
import {
  CODE_EDGES,
  CODE_FACTS,
  CODE_FILES,
  CODE_INBOUND,
  CODE_OUTLINES,
  CODE_SYMBOLS,
  factsKey,
  fileKey,
  inboundKey,
  MOST_FACTS,
  type FileRecord,
  type KeptFile,
  type SymbolRecord,
} from '../store/index.ts';
import { cutUnits, type CodeUnit } from '../units/cut-units.ts';
import { symbolsOf, type FileSymbols } from './kept-symbols.ts';
import { isTestPath } from './leave-out.ts';
import { linkParts, unlinked } from './link-state.ts';
import type { ReadSource, Reading } from './read-source.ts';
import { stampOf } from './stamp.ts';

const CODE_KIND = 'code';

export interface FilePlan {
  readonly key: string;
  /** The record as it will be; null when it goes. */
  readonly value: FileRecord | null;
  readonly add?: NewMemory;
  readonly change?: { readonly memory: string; readonly patch: MemoryPatch };
  readonly records: readonly RecordWrite[];
  /** Where the memory was shown before. */
  readonly from?: KeptFile;
  /** A memory that nothing shows any more. */
  readonly dropped?: string;
  /** Its symbols, where they are still to be written. */
  readonly held?: FileSymbols['kept'];
  /** How many will wait for their vectors. */
  readonly passages: number;
}

/** What planning has to know of what is kept. */
export interface Before {
  /** Of the repository. */
  readonly repository: { readonly key: string; readonly store: string; readonly identity: string };
  /** Ids of the symbols that the file had, with what linking said of them. */
  readonly symbols: ReadonlyMap<string, Numbers>;
  /** A memory that says the same and can go on, with the record that it had. */
  readonly goesOn: { readonly memory: string; readonly from: KeptFile } | null;
  /** The memory that the file had is there. */
  readonly hasMemory: boolean;
  /** Its symbols are not written yet: see held-symbols.ts. */
  readonly holdsSymbols: boolean;
  /** Since when it says what it says. */
  readonly valid: ValidTime;
}

export type Numbers = Pick<SymbolRecord, 'callers' | 'callees' | 'importance'>;

type Read = Extract<Reading, { outcome: 'read' }>;

export async function planReading(deps: Deps, reading: Read, before: Before): Promise<FilePlan> {
  const { file, known, outline, text } = reading;
  const key = fileKey(file.path);
  const symbols = outline
    ? symbolsOf(outline, { path: file.path, isTest: isTestPath(file.path) }, before.repository.identity)
    : NONE;
  const units = cutUnits(text, outline);
  const memory = before.goesOn?.memory ?? deps.ids.next();
  const value = recordOf(reading, { memory, symbols: symbols.kept.length, valid: before.valid });
  const records = [
    collection(deps, CODE_FILES).writeFor(key, value),
    collection(deps, CODE_OUTLINES).writeFor(key, outlineOf(symbols, units), { parent: key }),
    ...(before.holdsSymbols ? [] : symbolWrites(deps, symbols, before.symbols)),
    ...factsWrites(deps, reading),
  ];
  const metadata = metadataOf(reading, before.repository.key);
  const old = known?.value.memory && before.hasMemory ? known.value.memory : null;
  const dropped = old === null || old === memory ? {} : { dropped: old };
  if (before.goesOn) {
    const change = { memory, patch: { metadata, source: sourceOf(file.path) } };
    const { from } = before.goesOn;
    return { key, value, change, from, records: [...records, ...leaving(deps, from, key)], passages: 0, ...dropped };
  }
  const add: NewMemory = {
    id: memory,
    workspace: before.repository.store,
    text,
    hash: await sha256(text),
    passages: units.map(({ start, end }) => ({ start, end })),
    kind: CODE_KIND,
    tags: [],
    source: sourceOf(file.path),
    metadata,
    key: null,
    occurredAt: null,
    validFrom: value.valid_from,
    supersedes: old,
    unread: 'never',
  };
  const held = before.holdsSymbols ? { held: symbols.kept } : {};
  return { key, value, add, records, passages: units.length, ...dropped, ...held };
}

/** The record of the place that a file has moved from. */
function leaving(deps: Deps, from: KeptFile, to: string): RecordWrite[] {
  return from.key === to ? [] : [collection(deps, CODE_FILES).deletionOf(from.key)];
}

const NONE: FileSymbols = { kept: [], places: [] };
const MOST_SOURCE = 2000;
const MOST_FOLDER = 300;

function sourceOf(path: string): string {
  return path.slice(0, MOST_SOURCE).toWellFormed();
}

function metadataOf({ file, language }: Pick<Read, 'file' | 'language'>, repository: string): Metadata {
  return { language: language ?? 'text', path: file.path, file: fileKey(file.path), repository };
}

function outlineOf({ kept, places }: FileSymbols, units: readonly CodeUnit[]) {
  return {
    symbols: kept.map(([id]) => id),
    named: kept.map(([, { qualified, kind, lines }]): [string, string, number, number] => [qualified, kind, ...lines]),
    units: units.map(({ first, last, symbol }): [number, number, number] => [first, last, places[symbol] ?? -1]),
  };
}

/** All that it has now, and none that it had. */
function symbolWrites(deps: Deps, { kept }: FileSymbols, before: ReadonlyMap<string, Numbers>): RecordWrite[] {
  const symbols = collection(deps, CODE_SYMBOLS);
  const now = new Set(kept.map(([id]) => id));
  const gone = [...before.keys()].filter((id) => !now.has(id));
  return [
    ...gone.map((id) => symbols.deletionOf(id)),
    ...kept.map(([id, record]) => symbols.writeFor(id, { ...record, ...before.get(id) })),
  ];
}

function factsWrites(deps: Deps, { outline, packed, hash }: ReadSource): RecordWrite[] {
  if (!outline || !packed) return [];
  const encoded = Buffer.from(packed).toString('base64');
  if (encoded.length > MOST_FACTS) return [];
  const value = { facts: encoded, unused_since: null };
  return [collection(deps, CODE_FACTS).writeFor(factsKey(hash, outline.language), value)];
}

/** Lines, files and sizes of what was read; what linking says comes later. */
function recordOf(
  reading: Read,
  { memory, symbols, valid }: { memory: string; symbols: number; valid: ValidTime },
): FileRecord {
  const { known, hash, language, outline, reason, text } = reading;
  const unreadable = (outline?.unreadable ?? []).slice(0, MOST_UNREADABLE);
  return {
    ...base(reading),
    language,
    state: outline ? (unreadable.length > 0 ? 'partial' : 'ok') : 'text',
    reason,
    lines: lineCount(text),
    hash,
    memory,
    symbols,
    unreadable: unreadable.map(([first, last]) => [first, last]),
    importance: known?.value.importance ?? 0,
    valid_from: valid.at,
    commit: valid.commit,
    links: unlinked(known?.value.links ?? null),
  };
}

const MOST_UNREADABLE = 100;

function base({ file, readAt }: Reading): FileRecord {
  const { path, stat } = file;
  return {
    path,
    folder: path.slice(0, MOST_FOLDER).toWellFormed(),
    language: null,
    state: 'ok',
    reason: null,
    size: stat.size,
    lines: 0,
    stamp: stampOf(stat, readAt),
    hash: null,
    is_test: isTestPath(path),
    memory: null,
    symbols: 0,
    unreadable: [],
    importance: 0,
    valid_from: stat.modifiedAt,
    commit: null,
    links: null,
    checked_at: readAt,
  };
}

function lineCount(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return text.endsWith('\n') ? lines - 1 : lines;
}

/** As it would be kept, for who only looks. */
export function recordIn(reading: Reading): FileRecord | null {
  if (reading.outcome === 'same') return reading.known?.value ?? null;
  if (reading.outcome !== 'read') return leftOutAs(reading);
  return recordOf(reading, { memory: '', symbols: 0, valid: { at: reading.file.stat.modifiedAt, commit: null } });
}

/** Only its stamp is another one. */
export function planAmending(deps: Deps, { file, known, readAt }: Reading & { readonly known: KeptFile }): FilePlan {
  const value = { ...known.value, stamp: stampOf(file.stat, readAt), checked_at: readAt };
  return { key: known.key, value, records: [collection(deps, CODE_FILES).writeFor(known.key, value)], passages: 0 };
}

/** Nothing of it is kept but why. */
export function planSkipping(
  deps: Deps,
  reading: Extract<Reading, { outcome: 'skipped' | 'failed' }>,
  symbols: readonly string[],
): FilePlan {
  const key = fileKey(reading.file.path);
  const { known } = reading;
  const value = leftOutAs(reading);
  const records = [
    collection(deps, CODE_FILES).writeFor(key, value),
    ...(known ? withoutParts(deps, known, symbols) : []),
  ];
  return { key, value, records, passages: 0, ...(known?.value.memory ? { dropped: known.value.memory } : {}) };
}

function leftOutAs(reading: Extract<Reading, { outcome: 'skipped' | 'failed' }>): FileRecord {
  if (reading.outcome === 'failed') return { ...base(reading), state: 'failed', reason: reading.error.code };
  const { reason, hash, language } = reading;
  return { ...base(reading), state: 'skipped', reason, hash, language };
}

/** The file is not there any more, or not wanted. */
export function planVanishing(
  deps: Deps,
  known: KeptFile,
  symbols: readonly string[],
  memory: Metadata | null,
): FilePlan {
  const { key, value: before } = known;
  const value = { ...before, state: 'stale' as const, symbols: 0, importance: 0, links: null };
  const records = withoutParts(deps, known, symbols);
  if (before.memory === null || memory === null) {
    return { key, value: null, records: [...records, collection(deps, CODE_FILES).deletionOf(key)], passages: 0 };
  }
  const change = { memory: before.memory, patch: { metadata: { ...memory, stale: true } } };
  return { key, value, change, records: [collection(deps, CODE_FILES).writeFor(key, value), ...records], passages: 0 };
}

function withoutParts(deps: Deps, { key, value }: KeptFile, symbols: readonly string[]): RecordWrite[] {
  const inbound = collection(deps, CODE_INBOUND);
  return [
    ...symbols.map((id) => collection(deps, CODE_SYMBOLS).deletionOf(id)),
    collection(deps, CODE_OUTLINES).deletionOf(key),
    collection(deps, CODE_EDGES).deletionOf(key),
    ...Array.from({ length: linkParts(value.links) }, (_, part) => inbound.deletionOf(inboundKey(key, part))),
  ];
}
