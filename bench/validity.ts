/**
 * What it costs a question about the present that memories were superseded: the same questions to a store of current
 * memories alone, and to one that has as many current ones and half as many superseded besides. Both find the same.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toQueryTerms } from '@zapomni/core/model';
import type { Storage } from '@zapomni/core/ports';
import { openSqliteStorage } from '@zapomni/db';
import { uuidV7Source } from '@zapomni/providers';
import { queryMaker, sentenceMaker, unitVectorMaker } from './lib/corpus.ts';
import { cpuOf, round, spread } from './lib/figures.ts';
import { memoryOf, tokenMaker } from './lib/search-fill.ts';

const MEMORIES = 20_000;
/** Of the memories, so many have replaced another. */
const REPLACING = 10_000;
const QUESTIONS = 40;
/** Of so many times the shortest counts: what else the machine does is not asked for. */
const REPEATS = 9;
const K = 100;
const BATCH = 500;
const MODEL = { name: 'bench', dimensions: 384 };
const SCOPE = { workspace: 'default' };
const silent = { log: () => undefined, child: () => silent };

interface Sides {
  readonly plain: Storage;
  readonly replaced: Storage;
}

export async function benchValidity() {
  const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'zapomni-bench-')));
  const [plain, replaced] = folders.map((dataDir) =>
    openSqliteStorage({ dataDir, busyTimeoutMs: 10_000, logger: silent }),
  ) as [Storage, Storage];
  const sides: Sides = { plain, replaced };
  try {
    await fill(sides);
    const [query, vector] = [queryMaker(77), unitVectorMaker(2, MODEL.dimensions)];
    const questions = Array.from({ length: QUESTIONS }, () => ({ terms: toQueryTerms(query(5)), vector: vector() }));
    return {
      memories: MEMORIES,
      superseded: REPLACING,
      questions: QUESTIONS,
      words: await compare(sides, questions, async (storage, { terms }) =>
        idsOf(await storage.fullText.search({ terms }, K, SCOPE)),
      ),
      meaning: await compare(sides, questions, async (storage, one) =>
        idsOf(await storage.vectors.nearest(MODEL.name, one.vector, K, SCOPE)),
      ),
      list: await compare(sides, questions, async (storage) =>
        (await storage.memories.list({ ...SCOPE, limit: K })).items.map(({ id }) => id),
      ),
    };
  } finally {
    await Promise.all([plain.close(), replaced.close()]);
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

const idsOf = (hits: readonly { readonly memoryId: string }[]): string[] => hits.map(({ memoryId }) => memoryId);

/** The same current memories to both; to one of them what some have replaced, before. */
async function fill(sides: Sides): Promise<void> {
  const ids = uuidV7Source({ now: Date.now });
  const [sentence, vector, tokens] = [sentenceMaker(1), unitVectorMaker(1, MODEL.dimensions), tokenMaker(384)];
  const put = async (storage: Storage, memories: readonly ReturnType<typeof memoryOf>[], vectors: Float32Array[]) => {
    const stored = await storage.memories.add(memories, Date.now());
    const rows = stored.map(({ passageIds }, i) => ({
      passageId: passageIds[0] ?? 0,
      vector: vectors[i] as Float32Array,
      tokens: tokens(),
    }));
    await storage.vectors.put(MODEL.name, rows);
  };
  for (let from = 0; from < MEMORIES; from += BATCH) {
    const current = Array.from({ length: BATCH }, () => memoryOf(ids.next(), sentence(40)));
    const vectors = current.map(() => vector());
    const olds = from < REPLACING ? current.map(() => memoryOf(ids.next(), sentence(40))) : [];
    if (olds.length > 0)
      await put(
        sides.replaced,
        olds,
        olds.map(() => vector()),
      );
    const successors = current.map((memory, i) => ({ ...memory, supersedes: olds[i]?.id ?? null }));
    await put(sides.plain, current, vectors);
    await put(sides.replaced, successors, vectors);
  }
}

async function compare<Question>(
  { plain, replaced }: Sides,
  questions: readonly Question[],
  ask: (storage: Storage, question: Question) => Promise<readonly string[]>,
) {
  const times = { plain: [] as number[], replaced: [] as number[] };
  let differ = 0;
  for (const question of questions) {
    const [one, other] = [await ask(plain, question), await ask(replaced, question)];
    differ += JSON.stringify(one) === JSON.stringify(other) ? 0 : 1;
    const best = { plain: Infinity, replaced: Infinity };
    for (let turn = 0; turn < REPEATS; turn++) {
      for (const side of turn % 2 === 0 ? (['plain', 'replaced'] as const) : (['replaced', 'plain'] as const)) {
        const storage = side === 'plain' ? plain : replaced;
        best[side] = Math.min(best[side], await cpuOf(() => ask(storage, question)));
      }
    }
    times.plain.push(best.plain);
    times.replaced.push(best.replaced);
  }
  const sum = (some: readonly number[]) => some.reduce((total, time) => total + time, 0);
  return {
    plainMs: spread(times.plain),
    withSupersededMs: spread(times.replaced),
    ratio: round(sum(times.replaced) / sum(times.plain), 3),
    differ,
  };
}
