/**
 * The contract of storage, clause by clause; every engine runs all of it. A clause that an engine cannot keep is skipped
 * by its title, with the reason.
 */
import { afterEach, beforeEach, describe, test } from 'vitest';
import { titled } from '../skipped-title.ts';
import { filterClauses } from './filters.ts';
import type { Clause, StorageHarness } from './fixtures.ts';
import { changeClauses } from './changes.ts';
import { changeWaitClauses } from './change-waits.ts';
import { graphClauses } from '../graph/graph.ts';
import { assertionClauses } from '../graph/assertions.ts';
import { entityClauses } from '../graph/entities.ts';
import { pathClauses } from '../graph/paths.ts';
import { graphRemovalClauses } from '../graph/removal.ts';
import { historyClauses } from './history.ts';
import { memoryClauses } from './memories.ts';
import { modelClauses } from './models.ts';
import { embeddingQueueClauses } from './embedding-queue.ts';
import { extractionQueueClauses } from './extraction-queue.ts';
import { removalClauses } from './removal.ts';
import { recordClauses } from './records.ts';
import { settingClauses } from './settings.ts';
import { fullTextClauses } from './full-text.ts';
import { timeLawClauses } from '../graph/time-laws.ts';
import { timeClauses } from '../graph/times.ts';
import { versionClauses } from './version.ts';
import { vectorClauses } from './vectors.ts';
import { wordClauses } from './words.ts';
import { workLeaseClauses } from './work-leases.ts';
import { workQueueClauses } from './work-queue.ts';
import { workspaceClauses } from './workspaces.ts';

export interface StorageContractOptions {
  readonly skip?: { readonly reason: string; readonly tests: readonly string[] };
  /** Only these parts, or all but these: for a suite in several files, or another setting of an engine. */
  readonly parts?: readonly StoragePart[];
  readonly except?: readonly StoragePart[];
}

const PARTS = {
  memories: memoryClauses,
  'full text': fullTextClauses,
  history: historyClauses,
  removal: removalClauses,
  words: wordClauses,
  vectors: vectorClauses,
  models: modelClauses,
  filters: filterClauses,
  'embedding queue': embeddingQueueClauses,
  version: versionClauses,
  workspaces: workspaceClauses,
  changes: changeClauses,
  'waiting for changes': changeWaitClauses,
  settings: settingClauses,
  records: recordClauses,
  'work queue': workQueueClauses,
  'work leases': workLeaseClauses,
  'extraction queue': extractionQueueClauses,
  graph: graphClauses,
  assertions: assertionClauses,
  entities: entityClauses,
  paths: pathClauses,
  'graph removal': graphRemovalClauses,
  times: timeClauses,
  'laws of time': timeLawClauses,
};

type StoragePart = keyof typeof PARTS;

/** The parts about what memories say, and when. */
export const GRAPH_PARTS: readonly StoragePart[] = [
  'extraction queue',
  'graph',
  'assertions',
  'entities',
  'paths',
  'graph removal',
  'times',
  'laws of time',
];

/** Each clause gets a storage of its own, empty. */
export function storageContract(
  name: string,
  makeStorage: () => Promise<StorageHarness>,
  options: StorageContractOptions = {},
): void {
  const skipped = new Set(options.skip?.tests);
  describe(`storage contract: ${name}`, () => {
    let harness: StorageHarness;
    beforeEach(async () => {
      harness = await makeStorage();
    });
    afterEach(() => harness.destroy());
    const clause: Clause = (title, run) => {
      const skip = skipped.delete(title);
      test.skipIf(skip)(titled(title, skip ? options.skip?.reason : undefined), () => run(harness));
    };
    const isAsked = (part: StoragePart): boolean =>
      (options.parts?.includes(part) ?? true) && !options.except?.includes(part);
    for (const [part, clauses] of Object.entries(PARTS)) {
      if (isAsked(part as StoragePart)) describe(part, () => clauses(clause));
    }
    if (skipped.size > 0) throw new Error(`no such clause to skip: ${[...skipped].join(', ')}`);
  });
}
