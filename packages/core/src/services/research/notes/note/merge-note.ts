/** A note as it is and a paper as it is, brought together: what the file is to say, and what the paper is to take from it. */
import { createHash } from 'node:crypto';
import type { JsonValue } from '../../../../model/index.ts';
import { decide, type Decision } from './decide.ts';
import { readKeys, splitNote, withKeys, type FrontMatter } from './front-matter.ts';
import { OWNED_KEYS, TWO_WAY, type OwnedKey, type OwnedValues, type PaperNote } from './owned-keys.ts';
import { conflictText, normal, regionsOf, regionText, usersText, type Region } from './regions.ts';
import { mergeTags, sameValue, toPaperValue } from './two-way.ts';

/** What was written last: keys as JSON, regions as hashes; several where it is not known which. */
export interface Written {
  readonly keys: Readonly<Record<string, readonly string[]>>;
  readonly regions: Readonly<Record<string, readonly string[]>>;
}

export interface MergeInput {
  /** Null for a note that is to be made. */
  readonly content: string | null;
  readonly ours: PaperNote;
  readonly written: Written;
  /** Whose word counts where both have changed one that goes both ways. */
  readonly isFileNewer: boolean;
  readonly day: string;
}

export interface Merged {
  readonly content: string;
  /** What the paper is to say from now on; only what is otherwise. */
  readonly taken: OwnedValues;
  /** Names of keys and regions where both had changed. */
  readonly conflicts: readonly string[];
  /** What was written: what a later merge has to know. */
  readonly keys: Readonly<Record<string, string>>;
  readonly regions: Readonly<Record<string, string>>;
  readonly usersText: string;
}

/** Null for front matter that cannot be read, or not be changed without touching what is the user's. */
export function mergeNote(input: MergeInput): Merged | null {
  const parts: FrontMatter = splitNote(input.content ?? '') ?? {
    opening: '',
    source: '',
    closing: '',
    body: input.content ?? '',
    end: (input.content ?? '').includes('\r\n') ? '\r\n' : '\n',
  };
  const there = readKeys(parts.source);
  if (!there) return null;
  const keys = mergeKeys(input, there);
  const source = withKeys(parts.source, keys.changes, parts.end);
  if (source === null) return null;
  const { body, regions, conflicts } = mergeRegions(input, parts.body, parts.end);
  return {
    content: headOf(parts, source) + (parts.opening === '' ? body.replace(/^\uFEFF/, '') : body),
    taken: keys.taken,
    conflicts: [...keys.conflicts, ...conflicts],
    keys: keys.written,
    regions,
    usersText: usersText(body.replace(/^\uFEFF/, '')),
  };
}

/** A file without front matter gets one; its byte order mark stays the first thing in it. */
function headOf({ opening, closing, end, body }: FrontMatter, source: string): string {
  if (opening !== '') return opening + source + closing;
  if (source === '') return body.startsWith('\uFEFF') ? '\uFEFF' : '';
  return `${body.startsWith('\uFEFF') ? '\uFEFF' : ''}---${end}${source}---${end}`;
}

interface MergedKeys {
  readonly changes: Map<string, JsonValue | undefined>;
  readonly taken: Partial<Record<OwnedKey, JsonValue>>;
  readonly conflicts: string[];
  readonly written: Record<string, string>;
}

function mergeKeys(input: MergeInput, there: ReadonlyMap<string, JsonValue>): MergedKeys {
  const merged: MergedKeys = { changes: new Map(), taken: {}, conflicts: [], written: {} };
  for (const key of OWNED_KEYS) {
    const ours = input.ours.keys[key] ?? null;
    const before = input.written.keys[key] ?? [];
    const value = there.get(key);
    const sides = {
      ours: ours === null ? null : asText(ours),
      written: before,
      there: value === undefined ? null : asText(value),
    };
    const decision = decide(sides);
    if ((TWO_WAY as readonly string[]).includes(key))
      mergeTwoWay(merged, input, { key, ours, before, value, decision });
    else mergeToldKey(merged, { key, ours, before, decision });
  }
  return merged;
}

interface KeySides {
  readonly key: OwnedKey;
  readonly ours: JsonValue;
  readonly before: readonly string[];
  readonly decision: Decision;
}

function mergeToldKey(merged: MergedKeys, { key, ours, before, decision }: KeySides): void {
  if (decision === 'write' || decision === 'add') merged.changes.set(key, ours ?? undefined);
  if (decision === 'conflict') merged.conflicts.push(key);
  // What we have taken out ourselves was never there.
  const said = ours === null && decision !== 'write' ? before.at(-1) : ours === null ? undefined : asText(ours);
  if (said !== undefined) merged.written[key] = said;
}

/** Both may change it. Tags are brought together one by one; of the others the later word counts. */
function mergeTwoWay(
  merged: MergedKeys,
  { isFileNewer }: MergeInput,
  { key, ours, before, value, decision }: KeySides & { readonly value: JsonValue | undefined },
): void {
  const isUsers = USERS.has(decision);
  const said = isUsers ? toPaperValue(key, value ?? null) : undefined;
  // What cannot be meant is left where it is.
  if (isUsers && said === undefined) return noteWritten(merged, key, ours);
  const now =
    said === undefined ? ours : laterWord({ key, ours, said, before, isOurs: decision === 'conflict' && !isFileNewer });
  if (decision === 'conflict' && key !== 'tags') merged.conflicts.push(key);
  if (!sameValue(now, ours)) merged.taken[key] = now;
  putKey(merged, key, now, value);
}

function putKey(merged: MergedKeys, key: OwnedKey, now: JsonValue, there: JsonValue | undefined): void {
  if (!sameValue(now, there ?? null)) merged.changes.set(key, isEmpty(now) ? undefined : now);
  noteWritten(merged, key, now);
}

const USERS: ReadonlySet<Decision> = new Set(['keep', 'conflict', 'gone']);

function laterWord({
  key,
  ours,
  said,
  before,
  isOurs,
}: Pick<KeySides, 'key' | 'ours' | 'before'> & { said: JsonValue; isOurs: boolean }): JsonValue {
  if (key === 'tags') return mergeTags(ours, said, before);
  return isOurs ? ours : said;
}

/** Nothing is not written: what comes later is new then. */
function noteWritten(merged: MergedKeys, key: OwnedKey, value: JsonValue): void {
  if (!isEmpty(value)) merged.written[key] = asText(value);
}

function isEmpty(value: JsonValue): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

function asText(value: JsonValue): string {
  return JSON.stringify(value);
}

interface MergedRegions {
  readonly body: string;
  readonly regions: Record<string, string>;
  readonly conflicts: string[];
}

function mergeRegions(input: MergeInput, body: string, end: string): MergedRegions {
  const { ours, written } = input;
  const there = regionsOf(body);
  const merged = { regions: {} as Record<string, string>, conflicts: [] as string[] };
  const edits: Edit[] = [];
  const added: string[] = [];
  for (const name of new Set([...ours.regions.keys(), ...Object.keys(written.regions)])) {
    const [text, before] = [ours.regions.get(name), written.regions[name] ?? []];
    const region = there.get(name);
    const decision = decide({ ours: digestOf(text), written: before, there: digestOf(region?.text) });
    merged.regions[name] = digestOf(text) ?? (decision === 'write' ? digest('') : (before.at(-1) ?? ''));
    if (decision === 'add') added.push(regionText(name, text ?? '', end));
    if (decision === 'conflict') merged.conflicts.push(name);
    if (region) edits.push(...editsOf({ region, decision, text: text ?? '', body, end, day: input.day }));
  }
  return { body: edited(body, edits, added, end), ...merged };
}

function edited(body: string, edits: readonly Edit[], added: readonly string[], end: string): string {
  let next = body;
  for (const { at, to, text } of edits.toSorted((a, b) => b.at - a.at))
    next = next.slice(0, at) + text + next.slice(to);
  for (const text of added) next += `${gapBefore(next, end)}${text}`;
  return next;
}

interface Edit {
  readonly at: number;
  readonly to: number;
  readonly text: string;
}

interface RegionEdit {
  readonly region: Region;
  readonly decision: Decision;
  readonly text: string;
  readonly body: string;
  readonly end: string;
  readonly day: string;
}

function editsOf({ region, decision, text, body, end, day }: RegionEdit): Edit[] {
  if (decision === 'write') return [{ at: region.from, to: region.to, text: linesOf(text, end) }];
  if (decision !== 'conflict') return [];
  const block = conflictText(region.name, text, day, end);
  if (normal(body).includes(normal(block))) return [];
  return [{ at: region.end, to: region.end, text: atLine(body, region.end, end) + block }];
}

/** Regions are compared by what they hash to, and nothing of them is kept elsewhere. */
function digestOf(text: string | null | undefined): string | null {
  return text === null || text === undefined ? null : digest(text);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

function linesOf(text: string, end: string): string {
  return text === '' ? '' : `${text.split('\n').join(end)}${end}`;
}

function atLine(body: string, at: number, end: string): string {
  return at > 0 && body[at - 1] !== '\n' ? end : '';
}

/** An empty line between what is there and what comes. */
function gapBefore(body: string, end: string): string {
  if (body.trim() === '') return body === '' || body.endsWith('\n') ? '' : end;
  return body.endsWith('\n') ? end : end + end;
}
