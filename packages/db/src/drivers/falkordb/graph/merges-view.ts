/** Who is a redirection to whom. Merges are few, and all of them are read at once. */
import type { Row } from '../cypher/rows.ts';
import type { Store } from '../store.ts';

export interface MergeRow {
  readonly n: number;
  readonly into: string;
  readonly from: string;
  readonly at: number;
}

/** Of a Merge `x`, for `toMergeRow`. */
export const MERGE_COLUMNS = 'x.n, x.into, x.from, x.at';

export function toMergeRow(row: Row): MergeRow {
  const [n, into, from, at] = row as [number, string, string, number];
  return { n, into, from, at };
}

export async function readMerges(store: Store, graph: number): Promise<MergeRow[]> {
  return (await store.read(graph, `MATCH (x:Merge) RETURN ${MERGE_COLUMNS}`)).map(toMergeRow);
}

export class Merges {
  /** Newest first. */
  readonly rows: readonly MergeRow[];
  readonly #into = new Map<string, string>();
  readonly #members = new Map<string, string[]>();

  constructor(rows: readonly MergeRow[]) {
    this.rows = rows.toSorted((one, other) => other.n - one.n);
    for (const { into, from } of rows) this.#into.set(from, into);
    for (const { from } of this.rows.toReversed()) {
      const root = this.rootOf(from);
      this.#members.set(root, [...(this.#members.get(root) ?? [root]), from]);
    }
  }

  get isEmpty(): boolean {
    return this.rows.length === 0;
  }

  /** The entity that answers speak of. */
  rootOf(id: string): string {
    let root = id;
    for (let next = this.#into.get(root); next !== undefined; next = this.#into.get(root)) root = next;
    return root;
  }

  /** What the entity itself was merged into. */
  intoOf(id: string): string | undefined {
    return this.#into.get(id);
  }

  /** The root itself and all that is merged into it. */
  membersOf(root: string): readonly string[] {
    return this.#members.get(root) ?? [root];
  }

  /** Merged directly into it. */
  childrenOf(id: string): string[] {
    return this.rows.filter(({ into }) => into === id).map(({ from }) => from);
  }

  isMerged(id: string): boolean {
    return this.#into.has(id) || this.#members.has(id);
  }
}
