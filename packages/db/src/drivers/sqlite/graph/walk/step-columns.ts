/**
 * Relations around entities as columns: one range of an index for each entity and direction, handed over by the engine as
 * a few long values, because handing over rows one by one costs more than finding them.
 */
import type { SQLInputValue } from 'node:sqlite';
import type { Database } from '../../connection/database.ts';
import { isAllFresh, isFresh, sumEvidence } from '../judge-relations.ts';
import type { GraphView } from '../view.ts';

/** `near` are places in the list asked for, `far` entities as they were read. */
export interface Columns {
  readonly near: readonly number[];
  readonly far: readonly number[];
  readonly strength: readonly number[];
  /** Only where they were asked for. */
  readonly type: readonly string[];
}

export interface RangeQuery {
  readonly outward: boolean;
  /** Leaves out relations of an entity with itself. */
  readonly withoutSelf: boolean;
}

export interface ColumnQuery extends RangeQuery {
  readonly withTypes: boolean;
  /** Kept only where there are very many relations. */
  readonly limit: number;
}

interface ColumnTexts {
  readonly near: string;
  readonly far: string;
  readonly strength: string;
  readonly type?: string;
  readonly id?: string;
}

/** So many relations can be looked at in a second, all of one entity's if need be. */
const FEW = 2_000_000;
const BETWEEN_LOOKS_MS = 10_000;
/** What the engine says of a relation whose sum is not right for the moment, instead of its strength. */
const STALE = -1;

export class ColumnReader {
  /** Every sum is right for the moment: relations are judged by the index alone. */
  readonly isAllFresh: boolean;
  readonly #view: GraphView;
  readonly #types: string | null;
  readonly #fresh: { readonly sql: string; readonly params: readonly SQLInputValue[] } | null;

  constructor(view: GraphView, types: readonly string[] | undefined) {
    this.#view = view;
    this.#types = types && types.length > 0 ? JSON.stringify(types) : null;
    this.isAllFresh = isAllFresh(view);
    this.#fresh = this.isAllFresh ? null : isFresh(view.moment);
  }

  /** Relations that hold at the view's moment; those that turn out not to have a strength of 0. */
  read(entities: readonly number[], query: ColumnQuery): Columns {
    const isCut = this.#isCut();
    const row = this.#view.db.get<ColumnTexts>(
      this.#textOf(query, isCut),
      ...(this.#fresh?.params ?? []),
      ...this.rangeParams(entities),
      ...(isCut ? [query.limit] : []),
    );
    return {
      near: parse<number>(row?.near),
      far: parse<number>(row?.far),
      strength: this.#judge(parse<number>(row?.strength), parse<number>(row?.id)),
      type: parse<string>(row?.type),
    };
  }

  /** Cutting off at a limit costs as much as finding the neighbours of a few entities: only where one may have millions. */
  #isCut(): boolean {
    const { db, moment } = this.#view;
    const known = sizes.get(db);
    if (known && Math.abs(moment.now - known.at) < BETWEEN_LOOKS_MS) return known.hasMany;
    const hasMany = (db.value<number>('SELECT max(id) FROM relations') ?? 0) > FEW;
    sizes.set(db, { hasMany, at: moment.now });
    return hasMany;
  }

  #textOf(query: ColumnQuery, isCut: boolean): string {
    const { outward, withTypes, withoutSelf } = query;
    const key = `${outward} ${withTypes} ${withoutSelf} ${isCut} ${this.#types === null} ${this.#fresh?.sql}`;
    return remembered(key, () => {
      const strength = this.#fresh ? `CASE WHEN ${this.#fresh.sql} THEN r.strength ELSE ${STALE} END` : 'r.strength';
      const columns = [
        ['near', 'n.key'],
        ['far', outward ? 'r.target' : 'r.source'],
        ['strength', strength],
        ...(withTypes ? [['type', 'r.type']] : []),
        ...(this.#fresh ? [['id', 'r.id']] : []),
      ];
      const gather = (part: 0 | 1): string =>
        columns.map((column) => `json_group_array(${column[part]}) AS ${column[0]}`).join();
      if (!isCut) return `SELECT ${gather(1)} ${this.range(query)}`;
      const cut = columns.map(([name, value]) => `${value} AS ${name}`).join();
      return `SELECT ${gather(0)} FROM (SELECT ${cut} ${this.range(query)} LIMIT ?)`;
    });
  }

  /** The rows `r` around entities `n`, as a piece of SQL. */
  range({ outward, withoutSelf }: RangeQuery): string {
    const [index, near] = outward ? ['relations_out', 'source'] : ['relations_in', 'target'];
    return `FROM json_each(?) n CROSS JOIN relations r INDEXED BY ${index} ON r.workspace = ? AND r.${near} = n.value
      WHERE ${this.#types === null ? '1' : 'r.type IN (SELECT value FROM json_each(?))'}
      ${this.isAllFresh ? 'AND r.strength > 0' : ''} ${withoutSelf ? 'AND r.source <> r.target' : ''}`;
  }

  /** What is bound to it. */
  rangeParams(entities: readonly number[]): SQLInputValue[] {
    const params = [JSON.stringify(entities), this.#view.workspace];
    return this.#types === null ? params : [...params, this.#types];
  }

  #judge(strengths: number[], ids: readonly number[]): number[] {
    const stale = ids.filter((_, i) => strengths[i] === STALE);
    if (stale.length === 0) return strengths;
    const sums = sumEvidence(this.#view, [...new Set(stale)]);
    return strengths.map((strength, i) => {
      return strength === STALE ? (sums.get(ids[i] as number)?.strength ?? 0) : strength;
    });
  }
}

function parse<Value>(text: string | undefined): Value[] {
  return text === undefined ? [] : (JSON.parse(text) as Value[]);
}

/** Whether a store has very many relations, and when that was looked at. */
const sizes = new WeakMap<Database, { readonly hasMany: boolean; readonly at: number }>();

const texts = new Map<string, string>();

/** There are a few dozen of them. */
function remembered(key: string, make: () => string): string {
  const known = texts.get(key);
  if (known !== undefined) return known;
  const made = make();
  texts.set(key, made);
  return made;
}
