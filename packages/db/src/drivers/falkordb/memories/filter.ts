/** A filter as Cypher over `m:Memory`. Values are always bound; the text of the query depends on its form alone. */
import type { MemoryFilter, MetadataCondition } from '@zapomni/core/model';
import type { Param } from '../cypher/literal.ts';
import { factOf, factsOf, fieldKey, kindKey, sourceKey, tagKey, valueKey } from './memory-keys.ts';

/** A condition and what is bound to it. */
export interface Condition {
  readonly cypher: string;
  readonly params: Readonly<Record<string, Param>>;
}

/** Longer lists are searched in each memory instead of in the index. */
const LISTED_AT_MOST = 16;

/** Stands after WHERE. Empty lists ask for nothing and so leave nothing out. */
export function toCondition(filter: MemoryFilter): Condition {
  const binder = new Binder();
  const parts = [
    ...partsOf(filter, binder),
    ...(filter.includeSuperseded || filter.validAt !== undefined ? [] : [LIVE]),
  ];
  return { cypher: parts.length === 0 ? 'true' : parts.join(' AND '), params: binder.params };
}

/** True when the filter leaves out more than superseded memories. */
export function isNarrow(filter: MemoryFilter): boolean {
  return partsOf(filter, new Binder()).length > 0;
}

const LIVE = 'm.supersededBy IS NULL';

class Binder {
  readonly params: Record<string, Param> = {};

  bind(value: Param): string {
    const name = `f${Object.keys(this.params).length}`;
    this.params[name] = value;
    return `$${name}`;
  }
}

function partsOf(filter: MemoryFilter, binder: Binder): string[] {
  return [
    ...ofLists(filter, binder),
    ...ofTimes(filter, binder),
    ...(filter.metadata ?? []).map((test) => ofMetadata(test, binder)),
  ];
}

function ofLists({ tags, allTags, sources, kinds, ids, ...left }: MemoryFilter, binder: Binder): string[] {
  const parts: string[] = [];
  if (ids?.length) parts.push(`m.id IN ${binder.bind([...new Set(ids)])}`);
  if (tags?.length) parts.push(hasAny(tags.map(tagKey), binder));
  for (const tag of new Set(allTags)) parts.push(`${binder.bind(tagKey(tag))} IN m.keys`);
  if (sources?.length) parts.push(hasAny(sources.map(sourceKey), binder));
  if (kinds?.length) parts.push(hasAny(kinds.map(kindKey), binder));
  return [...parts, ...ofExclusions(left, binder)];
}

function ofExclusions({ noTags = [], noKinds = [] }: MemoryFilter, binder: Binder): string[] {
  const keys = [...noTags.map(tagKey), ...noKinds.map(kindKey)];
  return keys.length === 0 ? [] : [`NOT ${hasAny(keys, binder)}`];
}

function hasAny(keys: readonly string[], binder: Binder): string {
  const distinct = [...new Set(keys)];
  if (distinct.length > LISTED_AT_MOST) return `any(x IN m.keys WHERE x IN ${binder.bind(distinct)})`;
  return `(${distinct.map((key) => `${binder.bind(key)} IN m.keys`).join(' OR ')})`;
}

function ofTimes({ from, before, validAt }: MemoryFilter, binder: Binder): string[] {
  const parts: string[] = [];
  if (from !== undefined) parts.push(`m.happenedAt >= ${binder.bind(from)}`);
  if (before !== undefined) parts.push(`m.happenedAt < ${binder.bind(before)}`);
  if (validAt !== undefined) {
    const at = binder.bind(validAt);
    parts.push(`m.validFrom <= ${at} AND (m.validTo IS NULL OR m.validTo > ${at})`);
  }
  return parts;
}

function ofMetadata(test: MetadataCondition, binder: Binder): string {
  switch (test.op) {
    case 'exists':
      return `${test.value ? '' : 'NOT '}${binder.bind(fieldKey(test.field))} IN m.keys`;
    case 'eq':
      return `${binder.bind(valueKey(test.field, test.value))} IN m.keys`;
    case 'ne':
      return `NOT ${binder.bind(valueKey(test.field, test.value))} IN m.keys`;
    case 'in':
      if (test.value.length === 0) return 'false';
      return hasAny(
        test.value.map((value) => valueKey(test.field, value)),
        binder,
      );
    default:
      return ofOrder(test, binder);
  }
}

const OPERATORS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** The list of a memory's facts is never null, so that NOT and OR have their plain meaning. */
function ofOrder(
  { field, op, value }: Extract<MetadataCondition, { op: 'gt' | 'gte' | 'lt' | 'lte' }>,
  binder: Binder,
): string {
  const { start, end } = factsOf(field, typeof value === 'number' ? 'number' : 'string');
  const within = `x >= ${binder.bind(start)} AND x < ${binder.bind(end)}`;
  return `any(x IN m.facts WHERE ${within} AND x ${OPERATORS[op]} ${binder.bind(factOf(field, value))})`;
}
