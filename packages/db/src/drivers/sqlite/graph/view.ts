/**
 * The graph of one workspace at one moment: who is merged into whom, and how relations are judged. Made anew for each
 * question; merges are few, and all of them are read at once.
 */
import type { AsOf } from '@zapomni/core/model';
import type { Database } from '../connection/database.ts';
import { workspaceId } from '../workspaces/workspace-rows.ts';

/** A moment on both clocks. Null is now: whatever the store holds, and the present time of the world. */
export interface Moment {
  readonly now: number;
  readonly validAt: number | null;
  readonly knownAt: number | null;
  /** What held at any time counts; `validAt` does not. */
  readonly whenever: boolean;
}

export interface AskedMoment extends AsOf {
  readonly whenever?: boolean;
}

export class GraphView {
  readonly db: Database;
  /** The table's id; 0 when there is no such workspace. */
  readonly workspace: number;
  readonly moment: Moment;
  readonly #roots = new Map<number, number>();
  readonly #members = new Map<number, number[]>();

  constructor(db: Database, workspace: number, moment: AskedMoment = {}) {
    this.db = db;
    this.workspace = workspace;
    const { validAt = null, knownAt = null, whenever = false } = moment;
    this.moment = { now: db.now(), validAt, knownAt, whenever };
    const sql = 'SELECT id, root FROM entities WHERE workspace = ? AND root IS NOT NULL';
    for (const [id, root] of db.rows<[number, number]>(sql, workspace)) {
      this.#roots.set(id, root);
      const members = this.#members.get(root);
      if (members) members.push(id);
      else this.#members.set(root, [root, id]);
    }
  }

  static of(db: Database, workspace: string, moment?: AskedMoment): GraphView {
    return new GraphView(db, workspaceId(db, workspace) ?? 0, moment);
  }

  get hasMerges(): boolean {
    return this.#roots.size > 0;
  }

  /** The entity that answers speak of. */
  rootOf(id: number): number {
    return this.#roots.get(id) ?? id;
  }

  /** The root itself and all that is merged into it. */
  membersOf(root: number): readonly number[] {
    return this.#members.get(root) ?? [root];
  }

  isMerged(id: number): boolean {
    return this.#roots.has(id) || this.#members.has(id);
  }

  /** The root of the entity that has or had this id. */
  find(uid: string): number | undefined {
    const sql = 'SELECT id FROM entities WHERE workspace = ? AND uid = ?';
    const id = this.db.value<number>(sql, this.workspace, uid);
    return id === undefined ? undefined : this.rootOf(id);
  }

  uidsOf(ids: Iterable<number>): Map<number, string> {
    const sql = 'SELECT e.id, e.uid FROM json_each(?) wanted CROSS JOIN entities e ON e.id = wanted.value';
    return new Map(this.db.rows<[number, string]>(sql, JSON.stringify([...new Set(ids)])));
  }
}
