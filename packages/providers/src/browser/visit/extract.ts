/** Rows and fields of a page: in one question where selectors are CSS, element by element where they are something else. */
import type { Locator, Page } from 'playwright-core';
import type { BrowserTarget, ExtractedField, ExtractedRow, FieldRule } from '@zapomni/core/ports';
import { PageQuestionError, type InPage } from './in-page.ts';
import { EXTRACT } from './page-questions.ts';
import { isBadSelector, locate } from './targets.ts';
import { badTarget } from './visit-errors.ts';

export interface Extraction {
  readonly each: readonly BrowserTarget[];
  readonly fields: Readonly<Record<string, FieldRule>>;
  readonly max: number;
}

/** Of one value, of one field, of all of them, in characters. */
const MOST = { value: 20_000, values: 200, all: 5_000_000 };
const VALUE_WITHIN_MS = 2000;

export async function extractRows(page: Page, inPage: InPage, wanted: Extraction): Promise<readonly ExtractedRow[]> {
  const { each, fields, max } = wanted;
  const asCss = (targets: readonly BrowserTarget[]) => targets.map(toCss);
  const rules = Object.entries(fields).map(
    ([name, { target, take, all }]) => [name, { css: asCss(target), take, all }] as const,
  );
  const [rows, plain] = [asCss(each), Object.fromEntries(rules)];
  const isPlain = [...rows, ...rules.flatMap(([, { css }]) => css)].every((css) => css !== null);
  if (isPlain) {
    try {
      return await inPage.ask<readonly ExtractedRow[]>(EXTRACT, rows, plain, { ...MOST, rows: max });
    } catch (error) {
      // A selector that only the other way knows (`:has-text()`), or none at all.
      if (!(error instanceof PageQuestionError)) throw error;
    }
  }
  return byLocators(page, wanted);
}

/** Null for what is no CSS. */
function toCss(target: BrowserTarget): string | null {
  if ('css' in target) return target.css.includes('>>') ? null : target.css;
  return 'testId' in target ? `[data-testid=${JSON.stringify(target.testId)}]` : null;
}

async function byLocators(page: Page, { each, fields, max }: Extraction): Promise<ExtractedRow[]> {
  const frame = page.mainFrame();
  const whole = frame.locator('css=:root');
  const rows = each.length === 0 ? [whole] : await several(await firstMatch(frame, each), max);
  const found: ExtractedRow[] = [];
  for (const row of rows) {
    const entries: [string, ExtractedField][] = [];
    for (const [name, rule] of Object.entries(fields)) entries.push([name, await fieldOf(row, rule)]);
    found.push(Object.fromEntries(entries));
  }
  return found;
}

async function fieldOf(row: Locator, { target, take, all }: FieldRule): Promise<ExtractedField> {
  const matching = target.length === 0 ? row : await firstMatch(row, target);
  const matched = matching === null ? 0 : await matching.count();
  const values: string[] = [];
  for (const one of await several(matching, all ? MOST.values : 1)) {
    const value = await valueOf(one, take).catch(() => null);
    if (value !== null) values.push(value.slice(0, MOST.value));
  }
  return { values, matched };
}

async function valueOf(one: Locator, take: FieldRule['take']): Promise<string | null> {
  const timeout = VALUE_WITHIN_MS;
  if (take === 'text')
    return ((await one.innerText({ timeout })) || ((await one.textContent({ timeout })) ?? '')).trim();
  if (take === 'html') return one.innerHTML({ timeout });
  if (take !== 'href' && take !== 'src') return one.getAttribute(take.slice('attr:'.length), { timeout });
  const value = await one.getAttribute(take, { timeout });
  const base = one.page().url();
  return value !== null && URL.canParse(value, base) ? new URL(value, base).href : value;
}

async function firstMatch(
  scope: Parameters<typeof locate>[0],
  targets: readonly BrowserTarget[],
): Promise<Locator | null> {
  for (const target of targets) {
    const all = locate(scope, target);
    const count = await all.count().catch((error: unknown) => {
      throw isBadSelector(error) ? badTarget([target]) : error;
    });
    if (count > 0) return all;
  }
  return null;
}

async function several(all: Locator | null, max: number): Promise<Locator[]> {
  if (all === null) return [];
  return Array.from({ length: Math.min(max, await all.count()) }, (_, i) => all.nth(i));
}
