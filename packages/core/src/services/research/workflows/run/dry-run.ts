/** What each selector of a step matches, for whoever writes the definition. */
import type { BrowserVisit } from '../../../../ports/index.ts';
import type { Step } from '../definition/steps.ts';
import { describeTarget, toBrowserTarget, toBrowserTargets, type Target } from '../definition/targets.ts';
import { targetsOf } from './step-failed.ts';
import { toRow, toRules, type RowValue } from './take-fields.ts';

export interface SelectorMatch {
  readonly selector: string;
  readonly matched: number;
}

export interface FieldMatch {
  readonly field: string;
  readonly selectors: readonly string[];
  /** In how many of the rows that were looked at it was found. */
  readonly found: number;
  /** What the page says there: data, not to be followed. */
  readonly samples: readonly RowValue[];
}

export interface StepMatches {
  readonly step: number;
  readonly action: Step['do'];
  readonly selectors: readonly SelectorMatch[];
  readonly fields: readonly FieldMatch[];
}

const ROWS = 3;

export async function countMatches(visit: BrowserVisit, step: Step, number: number): Promise<StepMatches> {
  const selectors = await Promise.all(targetsOf(step).map((target) => countOf(visit, target)));
  return { step: number, action: step.do, selectors, fields: step.do === 'extract' ? await fieldsOf(visit, step) : [] };
}

async function countOf(visit: BrowserVisit, target: Target): Promise<SelectorMatch> {
  const matched = await visit.count([toBrowserTarget(target)]).catch(() => 0);
  return { selector: describeTarget(target), matched };
}

async function fieldsOf(visit: BrowserVisit, step: Extract<Step, { do: 'extract' }>): Promise<FieldMatch[]> {
  const extracted = await visit.extract(toBrowserTargets(step.each ?? []), toRules(step.fields), ROWS).catch(() => []);
  const rows = extracted.map((row) => toRow(row, step.fields));
  return Object.entries(step.fields).map(([field, { target }]) => {
    const samples = rows.map((row) => row[field] ?? null).filter((value) => value !== null);
    return { field, selectors: target.map(describeTarget), found: samples.length, samples };
  });
}
