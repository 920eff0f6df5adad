/** Entities and evidence as the graph holds them. A time that never comes stands for none: no property is ever taken away. */
import { nameKey, toTerms } from '@zapomni/core/model';
import type { Param } from '../cypher/literal.ts';
import type { Row } from '../cypher/rows.ts';

/** Later than any time. */
export const NEVER = 8_640_000_000_000_000;

/** Who gave a form: no memory, but a caller. */
export const ASSERTED = '';

export interface EntityRow {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly asserted: boolean;
  readonly createdAt: number;
  /** Other forms, each with the memory that gave it. */
  readonly forms: readonly (readonly [form: string, memory: string])[];
}

export const ENTITY_COLUMNS = 'e.id, e.type, e.name, e.asserted, e.createdAt, e.forms';

export function toEntityRow(row: Row): EntityRow {
  const [id, type, name, asserted, createdAt, forms] = row as [string, string, string, boolean, number, string];
  return { id, type, name, asserted, createdAt, forms: JSON.parse(forms) as EntityRow['forms'] };
}

/** With all that the entity is found by. */
export function entityState(row: EntityRow): Param {
  const { id, type, name, asserted, createdAt, forms } = row;
  const names = [name, ...forms.map(([form]) => form)];
  return {
    id,
    type,
    name,
    asserted,
    createdAt,
    forms: JSON.stringify(forms),
    keys: [...new Set([id.slice(id.indexOf(':') + 1), ...names.map((form) => nameKey(form, type))])],
    terms: [...new Set(names.flatMap((form) => toTerms(form)))],
    givers: [...new Set(forms.flatMap(([, memory]) => (memory === ASSERTED ? [] : [memory])))],
  };
}

export interface EvidenceRow {
  readonly n: number;
  /** The relation between the entities that were read, whatever they are merged into. */
  readonly rel: string;
  /** Empty when somebody asserted it without naming one. */
  readonly memory: string;
  readonly asserted: boolean;
  readonly version: number;
  readonly start: number;
  readonly end: number;
  readonly confidence: number;
  readonly validFrom: number;
  readonly validTo: number;
  readonly recordedAt: number;
  readonly recordedTo: number;
  /** The piece that this one continues with another validity; 0 for none. */
  readonly previous: number;
}

const EVIDENCE = [
  'n',
  'rel',
  'memory',
  'asserted',
  'version',
  'start',
  'end',
  'confidence',
  'validFrom',
  'validTo',
  'recordedAt',
  'recordedTo',
  'previous',
] as const;

export const EVIDENCE_COLUMNS = [...EVIDENCE, 'exact'].map((name) => `v.\`${name}\``).join(', ');

export function toEvidenceRow(row: Row): EvidenceRow {
  const read = Object.fromEntries(EVIDENCE.map((name, i) => [name, row[i]])) as unknown as EvidenceRow;
  const exact = row[EVIDENCE.length] ?? null;
  return exact === null ? read : { ...read, confidence: Number(exact) };
}

/** The engine tells numbers with fifteen digits; one that has more is kept as a text too. */
export function evidenceState(row: EvidenceRow): Param {
  const { confidence } = row;
  const told = Number(confidence.toPrecision(15));
  return { ...row, ...(told === confidence ? {} : { exact: String(confidence) }) };
}

/** The ends and the type of a relation. */
export function partsOf(rel: string): readonly [source: string, type: string, target: string] {
  const [source = '', type = '', target = ''] = rel.split('\t');
  return [source, type, target];
}

export function orNull(time: number): number | null {
  return time === NEVER ? null : time;
}
