/** The front matter of a note and what the paper says, key by key. */
import type { JsonValue } from '../../../../model/index.ts';
import { decide, type Decision } from './decide.ts';
import type { MergeInput } from './merge-note.ts';
import { OWNED_KEYS, TWO_WAY, type OwnedKey } from './owned-keys.ts';
import { foundOf, partOf, type WrittenPart } from './written.ts';
import { mergeTags, sameValue, toPaperValue } from './two-way.ts';

export interface MergedKeys {
  readonly changes: Map<string, JsonValue | undefined>;
  readonly taken: Partial<Record<OwnedKey, JsonValue>>;
  readonly conflicts: string[];
  readonly written: Record<string, string>;
  /** Of what was written before, that which is there. */
  readonly found: Record<string, string>;
}

export function mergeKeys(input: MergeInput, there: ReadonlyMap<string, JsonValue>): MergedKeys {
  const merged: MergedKeys = { changes: new Map(), taken: {}, conflicts: [], written: {}, found: {} };
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
  if (key === 'tags') return mergeTags(ours, said, basesOf(before));
  return isOurs ? ours : said;
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
