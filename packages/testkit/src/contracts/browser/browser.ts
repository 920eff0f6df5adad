/** What everything that visits sites with a browser must do. */
import { describe } from 'vitest';
import { BrowserBench, type BrowserHarness } from './fixtures.ts';
import { hostileCases } from './hostile.ts';
import { lifeCases } from './life.ts';
import { limitCases } from './limits.ts';
import { personCases } from './person.ts';
import { reachCases } from './reach.ts';
import { secretCases } from './secrets.ts';
import { stepCases } from './steps.ts';

export function browserContract(name: string, harness: BrowserHarness): void {
  describe(`browser contract: ${name}`, () => {
    const bench = new BrowserBench(harness);
    bench.prepare();
    describe('steps', () => stepCases(bench));
    describe('where it goes', () => reachCases(bench));
    describe('limits', () => limitCases(bench));
    describe('pages that want a person', () => personCases(bench));
    describe('secrets and sessions', () => secretCases(bench));
    describe('a hostile site', () => hostileCases(bench));
    describe('life', () => lifeCases(bench));
  });
}
