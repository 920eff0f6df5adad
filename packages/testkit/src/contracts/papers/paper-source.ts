/** What every source of papers must do, whatever its service does. */
import type { PaperSourceName } from '@zapomni/core/ports';
import { describe } from 'vitest';
import { answerClauses } from './answers.ts';
import { failureClauses } from './failures.ts';
import { SourceBench, type OpenPaperSource } from './fixtures.ts';
import { keepingClauses } from './keeping.ts';
import { searchClauses } from './searching.ts';

export type { OpenPaperSource, PaperSourceSettings } from './fixtures.ts';

export function paperSourceContract(name: PaperSourceName, open: OpenPaperSource): void {
  describe(`paper source contract: ${name}`, () => {
    const bench = new SourceBench(name, open);
    bench.prepare();
    answerClauses(bench);
    failureClauses(bench);
    keepingClauses(bench);
    searchClauses(bench);
  });
}
