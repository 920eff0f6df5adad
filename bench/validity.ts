/**
 * What it costs a search that memories may be superseded: the same questions to a store in which none is, with what is
 * superseded left out, as always, and with it let in, so that nothing has to be looked at. Both find the same.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Scope } from '@zapomni/core/model';
import { toQueryTerms } from '@zapomni/core/model';
import type { PassageHit, Storage } from '@zapomni/core/ports';
import { openSqliteStorage } from '@zapomni/db';
import { queryMaker, sentenceMaker, unitVectorMaker } from './lib/corpus.ts';
import { cpuOf, round, spread } from './lib/figures.ts';
import { fillSearch } from './lib/search-fill.ts';

const MEMORIES = 20_000;
const QUESTIONS = 40;
/** Of so many times the shortest counts: what else the machine does is not asked for. */
const REPEATS = 9;
const K = 100;
const MODEL = { name: 'bench', dimensions: 384 };
const CURRENT: Scope = { workspace: 'default' };
const WHATEVER: Scope = { workspace: 'default', filter: { includeSuperseded: true } };
const silent = { log: () => undefined, child: () => silent };

export async function benchValidity() {
  const dataDir = mkdtempSync(join(tmpdir(), 'zapomni-bench-'));
  const storage = openSqliteStorage({ dataDir, busyTimeoutMs: 10_000, logger: silent });
  try {
    const sentence = sentenceMaker(1);
    const vector = unitVectorMaker(1, MODEL.dimensions);
    await fillSearch({ storage, model: MODEL, count: MEMORIES, text: () => sentence(40), vector });
    const query = queryMaker(77);
    const questions = Array.from({ length: QUESTIONS }, () => ({ terms: toQueryTerms(query(5)), vector: vector() }));
    return {
      memories: MEMORIES,
      questions: QUESTIONS,
      words: await compare(questions, ({ terms }, scope) => storage.fullText.search({ terms }, K, scope)),
      meaning: await compare(questions, (one, scope) => storage.vectors.nearest(MODEL.name, one.vector, K, scope)),
      list: await compare(questions, (_, scope) => listed(storage, scope)),
    };
  } finally {
    await storage.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function listed(storage: Storage, scope: Scope): Promise<PassageHit[]> {
  const { items } = await storage.memories.list({ ...scope, limit: K });
  return items.map(({ id }) => ({ passageId: 0, memoryId: id, score: 0 }));
}

async function compare<Question>(
  questions: readonly Question[],
  ask: (question: Question, scope: Scope) => Promise<PassageHit[]>,
) {
  const times = { current: [] as number[], whatever: [] as number[] };
  let differ = 0;
  for (const question of questions) {
    const [current, whatever] = [await ask(question, CURRENT), await ask(question, WHATEVER)];
    differ += JSON.stringify(current) === JSON.stringify(whatever) ? 0 : 1;
    const best = { current: Infinity, whatever: Infinity };
    for (let turn = 0; turn < REPEATS; turn++) {
      for (const side of turn % 2 === 0 ? (['current', 'whatever'] as const) : (['whatever', 'current'] as const)) {
        const scope = side === 'current' ? CURRENT : WHATEVER;
        best[side] = Math.min(best[side], await cpuOf(() => ask(question, scope)));
      }
    }
    times.current.push(best.current);
    times.whatever.push(best.whatever);
  }
  const sum = (some: readonly number[]) => some.reduce((total, time) => total + time, 0);
  return {
    currentMs: spread(times.current),
    whateverMs: spread(times.whatever),
    currentToWhatever: round(sum(times.current) / sum(times.whatever), 3),
    differ,
  };
}
