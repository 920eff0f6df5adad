/** The front matter of a note and what the paper says, key by key. */
import type { JsonValue } from '../../../../model/index.ts';
import { decide, type Decision } from './decide.ts';
import type { MergeInput } from './merge-note.ts';
import { OWNED_KEYS, TWO_WAY, type OwnedKey } from './owned-keys.ts';
import { foundOf, partOf, type WrittenPart } from './written.ts';
import { fitsPaper, mergeTags, sameValue, toPaperValue } from './two-way.ts';

export interface MergedKeys {
  readonly changes: Map<string, JsonValue | undefined>;
  readonly taken: Partial<Record<OwnedKey, JsonValue>>;
  readonly conflicts: string[];
  /** Keys of which the user says what no paper can have. */
  readonly unmeant: OwnedKey[];
  readonly written: Record<string, string>;
  /** Of what was written before, that which is there. */
  readonly found: Record<string, string>;
}

export function mergeKeys(input: MergeInput, there: ReadonlyMap<string, JsonValue>): MergedKeys {
  const merged: MergedKeys = { changes: new Map(), taken: {}, conflicts: [], unmeant: [], written: {}, found: {} };
  if (OWNED_KEYS.every((key) => !there.has(key)) && hasWrittenKeys(input)) return asTold(merged, input);
  for (const key of OWNED_KEYS) {
    const ours = input.ours.keys[key] ?? null;
    const before = partOf(input.written, 'keys', key);
    const value = there.get(key);
    const text = value === undefined ? null : asText(value);
    const decision = decide({ ...before, ours: ours === null ? null : asText(ours), there: text });
    const found = foundOf(before, text);
    if (found !== null) merged.found[key] = found;
    if ((TWO_WAY as readonly string[]).includes(key))
      mergeTwoWay(merged, input, { key, ours, before, value, decision });
    else mergeToldKey(merged, { key, ours, before, decision });
  }
  return merged;
}

function hasWrittenKeys({ written: { last } }: MergeInput): boolean {
  return Object.keys(last.keys).length > 0;
}

/** Who takes away all that is ours says nothing of the paper: neither tags nor rating are taken away with it. */
function asTold(merged: MergedKeys, { written: { last } }: MergeInput): MergedKeys {
  Object.assign(merged.written, last.keys);
  Object.assign(merged.found, last.keys);
  return merged;
}

interface KeySides {
  readonly key: OwnedKey;
  readonly ours: JsonValue;
  readonly before: WrittenPart;
  readonly decision: Decision;
}

function mergeToldKey(merged: MergedKeys, { key, ours, before, decision }: KeySides): void {
  if (decision === 'write' || decision === 'add') merged.changes.set(key, ours ?? undefined);
  if (decision === 'conflict') merged.conflicts.push(key);
  // What we have taken out ourselves was never there.
  const said = ours !== null ? asText(ours) : decision === 'write' ? null : before.told;
  if (said !== null) merged.written[key] = said;
}

interface TwoWaySides extends KeySides {
  readonly value: JsonValue | undefined;
}

/** Both may change it. Tags are brought together one by one; of the others the later word counts. */
function mergeTwoWay(merged: MergedKeys, { isFileNewer }: MergeInput, sides: TwoWaySides): void {
  const { key, ours, value, decision } = sides;
  const isUsers = USERS.has(decision) && !isSilent(sides);
  const now = isUsers ? usersWord(sides, isFileNewer) : ours;
  // What cannot be meant is left where it is.
  if (now === undefined) {
    merged.unmeant.push(key);
    return noteWritten(merged, key, ours);
  }
  if (decision === 'conflict' && key !== 'tags') merged.conflicts.push(key);
  if (!sameValue(now, ours)) merged.taken[key] = now;
  // A key that was taken out stays out as long as it would say no more than that.
  const stands = decision === 'gone' ? silenceOf(key) : (value ?? null);
  if (!sameValue(now, stands)) merged.changes.set(key, isEmpty(now) ? undefined : now);
  noteWritten(merged, key, now);
}

const USERS: ReadonlySet<Decision> = new Set(['keep', 'conflict', 'gone']);

/** It was taken out before, and the paper knows: what the paper says since is new. */
function isSilent({ key, decision, before: { told } }: TwoWaySides): boolean {
  return decision === 'gone' && told !== null && sameValue(JSON.parse(told) as JsonValue, silenceOf(key));
}

/** What is said by saying nothing. */
function silenceOf(key: OwnedKey): JsonValue {
  return toPaperValue(key, null) ?? null;
}

/** Undefined for what no paper can have. */
function usersWord({ key, ours, before, value, decision }: TwoWaySides, isFileNewer: boolean): JsonValue | undefined {
  const said = toPaperValue(key, value ?? null);
  if (said === undefined) return undefined;
  if (key !== 'tags') return decision === 'conflict' && !isFileNewer ? ours : said;
  const all = mergeTags(ours, said, basesOf(before));
  return fitsPaper(all) ? all : undefined;
}

/** What both agreed on, whichever it was: where the user was told nothing yet, that there are none. */
function basesOf({ told, may }: WrittenPart): readonly string[] {
  return told === null && may.length > 0 ? ['[]', ...may] : may;
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
