/** What a paper cites, and who cites it: of several sources the one that has most of it. Lists are not mixed, for their orders differ. */
import { invalidField } from '../../../errors/index.ts';
import type { Identifier } from '../../../model/papers/index.ts';
import type { PaperSourceName, SourcedPaper, SourcedReference, SourcePage } from '../../../ports/index.ts';
import { PAPER_SOURCES } from '../../../ports/index.ts';
import { askSources, type AskRequest, type LookupDeps, type Told } from './ask-sources.ts';
import type { SourceReport } from './source-report.ts';

export interface LinkRequest extends AskRequest {
  /** `next` of the page before: it goes on at the same source. */
  readonly cursor?: string | undefined;
}

export interface Links<Item> {
  readonly items: readonly Item[];
  /** Whose list it is; null where nobody has one. */
  readonly source: PaperSourceName | null;
  readonly total: number | null;
  readonly next: string | null;
  readonly sources: readonly SourceReport[];
}

export function listReferences(
  deps: LookupDeps,
  id: Identifier,
  request: LinkRequest = {},
): Promise<Links<SourcedReference>> {
  const weight = ({ value: { items, total = 0 } }: Told<SourcePage<SourcedReference>>) => {
    const resolved = items.filter(({ item }) => item && item.identifiers.length > 0).length;
    return total * 2 + items.length + resolved;
  };
  return list(deps, { question: 'references', weight }, id, request);
}

/** A page of these is all that most papers have. */
const AT_ONCE = 500;
/** A book may cite more; nobody reads on. */
const MOST = 5000;

/** The whole list. Where its source fails on the way, what came by then, and it is said to be a part. */
export async function listAllReferences(
  deps: LookupDeps,
  id: Identifier,
  request: AskRequest = {},
): Promise<Omit<Links<SourcedReference>, 'next'>> {
  const first = await listReferences(deps, id, { limit: AT_ONCE, ...request });
  const items = [...first.items];
  for (let cursor = first.next; cursor !== null && items.length < MOST;) {
    const page = await listReferences(deps, id, { limit: AT_ONCE, ...request, cursor });
    if (page.source === null) return { ...first, items, sources: withPart(first, items.length, page.sources) };
    items.push(...page.items);
    cursor = page.next;
  }
  return { ...first, items, sources: withCount(first, items.length) };
}

function withCount({ source, sources }: Links<unknown>, count: number): SourceReport[] {
  return sources.map((report) => (report.source === source ? { ...report, count } : report));
}

function withPart(first: Links<unknown>, count: number, failed: readonly SourceReport[]): SourceReport[] {
  const why = failed.find((report) => report.source === first.source && report.status !== 'ok');
  const whole = withCount(first, count);
  return why
    ? whole.map((report) => (report.source === first.source ? { ...why, count, status: 'partial' } : report))
    : whole;
}

export function listCiting(deps: LookupDeps, id: Identifier, request: LinkRequest = {}): Promise<Links<SourcedPaper>> {
  const weight = ({ value: { items, total = 0 } }: Told<SourcePage<SourcedPaper>>) => Math.max(total, items.length);
  return list(deps, { question: 'citedBy', weight }, id, request);
}

interface Items {
  readonly references: SourcedReference;
  readonly citedBy: SourcedPaper;
}

async function list<Question extends keyof Items>(
  deps: LookupDeps,
  { question, weight }: { question: Question; weight: (told: Told<SourcePage<Items[Question]>>) => number },
  id: Identifier,
  request: LinkRequest,
): Promise<Links<Items[Question]>> {
  const { cursor, ...asking } = request;
  const from = cursor === undefined ? null : readCursor(cursor);
  const only = from ? { ...asking, sources: [from.source] } : asking;
  const { told, reports } = await askSources<SourcePage<Items[Question]>>(deps, question, only, {
    ask: (source, options) => {
      const ask = source[question] as (of: Identifier, with_: object) => Promise<SourcePage<Items[Question]>>;
      return ask(id, { ...options, ...(from ? { cursor: from.cursor } : {}) });
    },
    count: ({ items }) => items.length,
  });
  const best = told
    .filter(({ value }) => value.items.length > 0)
    .toSorted((one, other) => weight(other) - weight(one))[0];
  if (!best) return { items: [], source: null, total: null, next: null, sources: reports };
  const { items, total = null, next } = best.value;
  const { name } = best.source;
  return { items, source: name, total, next: next === null ? null : `${name} ${next}`, sources: reports };
}

function readCursor(cursor: string): { source: PaperSourceName; cursor: string } {
  const [, name, rest] = /^(\w+) (.+)$/s.exec(cursor) ?? [];
  const source = PAPER_SOURCES.find((one) => one === name);
  if (source === undefined || rest === undefined)
    throw invalidField('cursor', 'is none that was given out', 'Begin without one.');
  return { source, cursor: rest };
}
