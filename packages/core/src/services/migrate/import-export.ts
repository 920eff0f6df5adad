/** Fills an empty store from an export. It can be taken up again after a crash, as a migration can. */
import { compareNames, fingerprint, nameOf, PARTS, type TransferRecord } from '../../model/index.ts';
import type { Storage } from '../../ports/index.ts';
import { isCounted } from './amount.ts';
import { takeUp, writeMark, type Mark } from './mark.ts';
import type { MigrationProgress, MigrationReport } from './migrate-store.ts';
import { Pace, type Throttle } from './pace.ts';
import { checkExport, readExport } from './read-export.ts';
import { totalsOf } from './summary-stream.ts';

const MOST_RECORDS = 200;
const MOST_CHARACTERS = 2_000_000;

export interface ImportOptions {
  readonly target: Storage;
  /** The lines of the export, without their ends; read twice. */
  readonly open: () => AsyncIterable<string>;
  readonly throttle?: Throttle | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: MigrationProgress) => void) | undefined;
}

/** Nothing is written unless all of the export was read and found whole. */
export async function importExport(options: ImportOptions): Promise<MigrationReport> {
  const { transfer } = options.target;
  const checked = await checkExport(options.open());
  const { mark, resumed } = await takeUp(transfer, `export ${checked.hash}`);
  const copied = mark.stage === 'done' ? 0 : await writeAll(options, mark, checked.amount);
  const totals = await totalsOf(transfer);
  const parts = PARTS.map((part) => ({ part, source: checked.totals[part], target: totals[part] }));
  const differing = parts.filter(({ source, target }) => source.hash !== target.hash || source.count !== target.count);
  const equal = differing.length === 0;
  if (equal) await transfer.write([], writeMark({ ...mark, stage: 'done', fingerprint: fingerprint(totals) }));
  return { equal, differences: differing.length, resumed, copied, caughtUp: 0, removed: 0, parts };
}

async function writeAll(options: ImportOptions, mark: Mark, total: number): Promise<number> {
  const pace = new Pace(options.throttle, options.signal);
  let [records, done] = [0, 0];
  for await (const batch of inBatches(options.open())) {
    done += batch.filter(isCounted).length;
    const missing = batch.filter((record) => !mark.after || compareNames(nameOf(record), mark.after) > 0);
    const last = missing.at(-1);
    if (last) {
      await options.target.transfer.write(missing, writeMark({ ...mark, after: nameOf(last) }));
      records += missing.length;
      await pace.rest(missing.length);
    }
    options.onProgress?.({ stage: 'copying', done, total });
  }
  return records;
}

async function* inBatches(lines: AsyncIterable<string>): AsyncGenerator<TransferRecord[]> {
  let batch: TransferRecord[] = [];
  let characters = 0;
  for await (const { record, length } of readExport(lines)) {
    batch.push(record);
    characters += length;
    if (batch.length < MOST_RECORDS && characters < MOST_CHARACTERS) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}
