/** The graph of one workspace at one moment: who is merged into whom, and which sums are right. Made for each question. */
import type { AsOf } from '@zapomni/core/model';
import type { Params } from '../cypher/literal.ts';
import type { Row } from '../cypher/rows.ts';
import type { Context } from '../context.ts';
import { inWorkspace } from '../workspaces/in-workspace.ts';
import type { Sum } from '../../../shared/evidence-sum.ts';
import { Merges, readMerges } from './merges-view.ts';
import { EVIDENCE_COLUMNS, NEVER, toEvidenceRow } from './rows.ts';
import { addUp } from './sums.ts';

/** A moment on both clocks; what is left out is now. With `whenever`, what held at any time counts. */
export interface AskedMoment extends AsOf {
  readonly whenever?: boolean;
}

export class GraphView {
  readonly workspace: string;
  readonly graph: number;
  readonly merges: Merges;
  /** Cypher over a relation `r`: the sum that it carries is right for the moment. */
  readonly fresh: string;
  /** Cypher over a piece of evidence `v`: it holds, and is believed. */
  readonly holding: string;
  /** Bound to both. */
  readonly moment: Params;
  readonly #context: Context;

  private constructor(
    context: Context,
    place: { workspace: string; graph: number; merges: Merges },
    asked: AskedMoment,
  ) {
    this.#context = context;
    this.workspace = place.workspace;
    this.graph = place.graph;
    this.merges = place.merges;
    const { validAt, knownAt, whenever = false } = asked;
    this.moment = { validAt: validAt ?? context.now(), knownAt: knownAt ?? NEVER };
    const valid = validAt === undefined ? 'r.freshTo > $validAt' : 'r.freshFrom <= $validAt AND r.freshTo > $validAt';
    this.fresh = whenever ? '($validAt = $knownAt)' : `(${valid} AND r.changedAt <= $knownAt)`;
    const known =
      knownAt === undefined ? `v.recordedTo = ${NEVER}` : 'v.recordedAt <= $knownAt AND v.recordedTo > $knownAt';
    this.holding = whenever ? known : `v.validFrom <= $validAt AND v.validTo > $validAt AND ${known}`;
  }

  /** Undefined when there is no such workspace. */
  static async of(context: Context, workspace: string, asked: AskedMoment = {}): Promise<GraphView | undefined> {
    return inWorkspace(context, workspace, async (graph) => {
      const merges = new Merges(await readMerges(context.store, graph));
      return new GraphView(context, { workspace, graph, merges }, asked);
    });
  }

  read(query: string, params: Params = {}): Promise<Row[]> {
    return this.#context.store.read(this.graph, query, params);
  }

  /** The roots of those that exist, by the ids asked for. */
  async roots(ids: readonly string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    const rows = await this.read('UNWIND $ids AS id MATCH (e:Entity {id: id}) RETURN e.id', { ids: [...new Set(ids)] });
    return new Map(rows.map(([id]) => [id as string, this.merges.rootOf(id as string)]));
  }

  /** What the relations add up to by their evidence; nothing for those that do not hold. */
  async sumsOf(relations: readonly string[]): Promise<Map<string, Sum>> {
    if (relations.length === 0) return new Map();
    const query = `UNWIND $rels AS rel MATCH (v:Evidence {rel: rel}) WHERE ${this.holding} RETURN ${EVIDENCE_COLUMNS}`;
    const rows = await this.read(query, { ...this.moment, rels: [...new Set(relations)] });
    const byRelation = Map.groupBy(rows.map(toEvidenceRow), ({ rel }) => rel);
    return new Map([...byRelation].map(([rel, pieces]) => [rel, addUp(pieces)]));
  }
}
