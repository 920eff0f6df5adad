/** Pages that say what they said when they were last taken: counted as known, without a look at their items. */
import type { RecordWrite } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import type { FoundPage } from '../finder.ts';
import { pagesOf } from '../store/index.ts';
import { NO_QUERY } from '../store/finding-record.ts';
import { pageKey, type PageRecord } from '../store/page-record.ts';
import type { Pass } from '../store/source-record.ts';
import type { Taken, Taking } from './take-page.ts';

/** A page where it stands in its pass, as it was asked for. */
export interface PlacedPage {
  readonly taking: Pick<Taking, 'workspace' | 'source' | 'queries'>;
  readonly pass: Pass;
  readonly limit: number;
  readonly page: FoundPage;
}

const NOTHING_NEW = { new: 0, rejected: 0, isCut: false, news: new Set<string>(), wanted: new Set<string>() };

/** Null where it says anything else, or somebody wants it who has not seen it. */
export async function sameAsBefore(
  deps: Deps,
  placed: PlacedPage,
): Promise<{ readonly taken: Taken; readonly page: FoundPage } | null> {
  const { taking, pass, page } = placed;
  if (page.said === undefined) return null;
  const before = await pagesOf(deps).get(taking.workspace, pageKey(taking.source.key, pass.pages));
  if (!before || !isSame(before.value, placed)) return null;
  const { found, forgotten, untitled, skipped } = before.value;
  const { next, total, requests, cost = 0 } = page;
  const counted = { found, known: found - forgotten, forgotten, untitled };
  return {
    taken: { ...NOTHING_NEW, ...counted },
    page: { items: [], next, requests, cost, skipped, ...(total === undefined ? {} : { total }) },
  };
}

function isSame(before: PageRecord, { taking, pass, limit, page }: PlacedPage): boolean {
  const isSaid = before.said === page.said && before.limit === limit;
  // What was sifted by more days than are asked for now left nothing out.
  const isWithin = before.until === pass.until && (before.from ?? '') <= (pass.from ?? '');
  return isSaid && isWithin && idsOf(taking).every((id) => before.queries.includes(id));
}

function idsOf({ queries }: PlacedPage['taking']): string[] {
  return queries.length === 0 ? [NO_QUERY] : queries.map(({ key }) => key);
}

/** What is to be kept of a page that was taken. One that was cut is looked at again. */
export function pageWrites(deps: Deps, { taking, pass, limit, page }: PlacedPage, taken: Taken): RecordWrite[] {
  if (page.said === undefined || taken.isCut) return [];
  const { found, forgotten, untitled } = taken;
  const { from, until } = pass;
  const counted = { found, forgotten, untitled, skipped: [...page.skipped] };
  const value: PageRecord = { said: page.said, from, until, limit, queries: idsOf(taking), ...counted };
  const { key } = taking.source;
  return [pagesOf(deps).writeFor(pageKey(key, pass.pages), value, { parent: key })];
}
