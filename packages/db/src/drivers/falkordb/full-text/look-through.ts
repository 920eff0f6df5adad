/**
 * What of a ranking may be given away. A filter that lets few passages through is asked for all of them; one that lets many through is asked
 * about the best, and about more of them as long as too few have passed. Phrases are read for in the same way, best first,
 * in the passages themselves.
 */
import type { MemoryFilter } from '@zapomni/core/model';
import type { PassageHit } from '@zapomni/core/ports';
import { isNarrow, toCondition, type Condition } from '../memories/filter.ts';
import { passageId } from '../memories/passage-ids.ts';
import type { Store } from '../store.ts';
import type { Ranking, ScoredPassage } from './search-words.ts';
import { holdsPhrases, type PhraseCheck } from './words-wanted.ts';

const LISTED_AT_MOST = 5000;
/** How many are looked at first, for k that are wanted. */
const FIRST_LOOK = { perHit: 4, more: 50 };
const DEEPER = 4;
/** A phrase of common words may be in none of very many passages; no more than these are read. */
const READ_AT_MOST = 20_000;

export interface Look {
  readonly ranking: Ranking;
  readonly k: number;
  readonly filter: MemoryFilter;
  /** What has to be read for in the passages. */
  readonly phrases: PhraseCheck | undefined;
}

/** The best that the filter lets through and that hold the phrases. */
export async function lookThrough(store: Store, graph: number, look: Look): Promise<PassageHit[]> {
  const { ranking, filter, phrases } = look;
  const listed = isNarrow(filter) ? await listPassages(store, graph, filter) : undefined;
  if (!listed) return lookDeeper(store, graph, { ...look, check: { condition: toCondition(filter), phrases } });
  return lookDeeper(store, graph, {
    ...look,
    ranking: ranking.among(listed),
    check: { condition: undefined, phrases },
  });
}

async function lookDeeper(
  store: Store,
  graph: number,
  { ranking, k, filter, check }: Look & { readonly check: Check },
): Promise<PassageHit[]> {
  const { condition, phrases } = check;
  const most = phrases ? Math.min(ranking.size, READ_AT_MOST) : ranking.size;
  const passed: PassageHit[] = [];
  // Nearly all pass where nothing but liveness is asked.
  let depth = phrases || (condition && isNarrow(filter)) ? k * FIRST_LOOK.perHit + FIRST_LOOK.more : k;
  for (let from = 0; from < most && passed.length < k; from += depth, depth *= DEEPER) {
    const to = Math.min(from + depth, most);
    passed.push(...(await keepChecked(store, graph, ranking.best(to).slice(from), check)));
  }
  return passed.slice(0, k);
}

/** The passages that the filter lets through, if they are few. */
async function listPassages(store: Store, graph: number, filter: MemoryFilter): Promise<Set<number> | undefined> {
  const { cypher, params } = toCondition(filter);
  const query = `MATCH (m:Memory) WHERE ${cypher} MATCH (m)-[:HAS]->(p:Passage) RETURN p.n LIMIT $most`;
  const rows = await store.readNumbers(graph, query, { ...params, most: LISTED_AT_MOST + 1 });
  return rows.length > LISTED_AT_MOST ? undefined : new Set(rows.map(([n]) => n as number));
}

interface Check {
  readonly condition: Condition | undefined;
  readonly phrases: PhraseCheck | undefined;
}

async function keepChecked(
  store: Store,
  graph: number,
  candidates: readonly ScoredPassage[],
  { condition, phrases }: Check,
): Promise<PassageHit[]> {
  // In two steps and without a label: asked at once, the engine begins with every memory that the condition lets through.
  const rows = await store.read(
    graph,
    `UNWIND $ids AS id MATCH (p:Passage {id: id}) WITH p MATCH (p)<-[:HAS]-(m) ${condition ? `WHERE ${condition.cypher}` : ''}
     RETURN p.n, m.id${phrases ? ', p.t' : ''}`,
    { ids: candidates.map(({ n }) => String(n)), ...condition?.params },
  );
  const found = new Map(rows.map(([n, id, text]) => [n as number, { id: id as string, text: text as string }]));
  return candidates.flatMap(({ n, score }) => {
    const passage = found.get(n);
    if (!passage || (phrases && !holdsPhrases(passage.text, phrases))) return [];
    return [{ passageId: passageId(graph, n), memoryId: passage.id, score }];
  });
}
