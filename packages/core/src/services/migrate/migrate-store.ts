/**
 * Moves a store to another engine or place.
 *
 *   copy      every record in its order; the target keeps how far that has got
 *   catch up  both stores are compared record by record, and what differs is copied or taken away, until nothing does
 *   done      the comparison that found nothing is the proof: all of both stores was read, counted and hashed for it
 *
 * A log of changes would not do for catching up: it knows nothing of vectors and of the graph, and is cut at its end.
 * Each stage looks at one moment of the source where its engine can hold one, so that catching up comes to an end while
 * others write.
 */
import { fingerprint, nameOf, PARTS, type Part, type PartTotal, type RecordName } from '../../model/index.ts';
import type { Storage } from '../../ports/index.ts';
import { amountIn, isCounted } from './amount.ts';
import { compareStores, type Comparison } from './compare-stores.ts';
import { takeUp, writeMark, type Mark } from './mark.ts';
import { Pace, type Throttle } from './pace.ts';

const PAGE = 200;

/** A source that is written to all the time is followed so often; the rest is for the next time. */
const MOST_ROUNDS = 5;

export interface MigrationProgress {
  readonly stage: 'copying' | 'comparing';
  /** Memories and records so far, and as many as there were at the beginning. */
  readonly done: number;
  readonly total: number;
}

export interface MigrationOptions {
  readonly source: Storage;
  readonly target: Storage;
  /** Tells the source from others; kept in the target as a hash. */
  readonly sourceName: string;
  readonly throttle?: Throttle | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: MigrationProgress) => void) | undefined;
}

export interface PartComparison {
  readonly part: Part;
  readonly source: PartTotal;
  readonly target: PartTotal;
}

export interface MigrationReport {
  readonly equal: boolean;
  /** Records that differ still. */
  readonly differences: number;
  /** It was begun before, and taken up. */
  readonly resumed: boolean;
  /** Records copied from beginning to end; and then, to catch up, copied again and taken away. */
  readonly copied: number;
  readonly caughtUp: number;
  readonly removed: number;
  readonly parts: readonly PartComparison[];
}

export async function migrateStore(options: MigrationOptions): Promise<MigrationReport> {
  const { source, target } = options;
  const { mark, resumed } = await takeUp(target.transfer, options.sourceName);
  const work = { ...options, pace: new Pace(options.throttle, options.signal), total: await amountIn(source) };
  try {
    const copied = mark.stage === 'copying' ? await copyAll(work, mark) : 0;
    return { ...(await catchUp(work, mark)), resumed, copied };
  } finally {
    await source.transfer.release();
  }
}

/** The comparison alone; nothing is written. */
export async function verifyStores(options: Omit<MigrationOptions, 'sourceName'>): Promise<MigrationReport> {
  const { source } = options;
  const work = { ...options, pace: new Pace(options.throttle, options.signal), total: await amountIn(source) };
  try {
    await source.transfer.hold();
    const comparison = await compare(work);
    return { ...describe(comparison), resumed: false, copied: 0, caughtUp: 0, removed: 0 };
  } finally {
    await source.transfer.release();
  }
}

interface Work extends Omit<MigrationOptions, 'sourceName'> {
  readonly pace: Pace;
  readonly total: number;
}

/** Answers with the number of records. The next page is read while one is written. */
async function copyAll({ source, target, pace, total, onProgress }: Work, mark: Mark): Promise<number> {
  await source.transfer.hold();
  const read = (after: RecordName | null) => {
    const page = source.transfer.read(after, PAGE);
    page.catch(() => undefined);
    return page;
  };
  let [records, done] = [0, 0];
  let coming = read(mark.after);
  for (let page = await coming; page.length > 0; page = await coming) {
    const last = page.at(-1);
    const after = last ? nameOf(last) : null;
    coming = read(after);
    await target.transfer.write(page, writeMark({ ...mark, stage: 'copying', after }));
    records += page.length;
    done += page.filter(isCounted).length;
    onProgress?.({ stage: 'copying', done, total });
    await pace.rest(page.length);
  }
  return records;
}

async function catchUp(work: Work, begun: Mark): Promise<Omit<MigrationReport, 'resumed' | 'copied'>> {
  const { source, target } = work;
  const mark: Mark = { ...begun, stage: 'comparing', after: null, fingerprint: null };
  await target.transfer.write([], writeMark(mark));
  let [caughtUp, removed] = [0, 0];
  for (let round = 1; ; round++) {
    const mayWrite = round <= MOST_ROUNDS;
    // The last look is at the moment that the round before made the target equal to.
    if (mayWrite) await source.transfer.hold();
    const found = await compare(work, mayWrite ? writeMark(mark) : undefined);
    caughtUp += found.copied;
    removed += found.removed;
    if (found.copied + found.removed > 0) continue;
    if (found.differences === 0) await finish(work, mark, found);
    return { ...describe(found), caughtUp, removed };
  }
}

async function finish({ target }: Work, mark: Mark, found: Comparison): Promise<void> {
  await target.transfer.write([], writeMark({ ...mark, stage: 'done', fingerprint: fingerprint(found.target) }));
}

function compare({ source, target, pace, total, onProgress }: Work, mark?: string): Promise<Comparison> {
  let done = 0;
  return compareStores(source.transfer, target.transfer, {
    pace,
    ...(mark === undefined ? {} : { mark }),
    onRecord: (name) => {
      if (isCounted(name)) onProgress?.({ stage: 'comparing', done: ++done, total });
    },
  });
}

function describe(found: Comparison): Pick<MigrationReport, 'equal' | 'differences' | 'parts'> {
  const parts = PARTS.map((part) => ({ part, source: found.source[part], target: found.target[part] }));
  return { equal: found.differences === 0, differences: found.differences, parts };
}
