/** The page of a printed paper that has its title, authors and abstract: the first, or that behind a cover. */
import type { ReadDocument } from '../../../ports/index.ts';
import type { FlatDocument } from '../../documents/flatten.ts';
import { readFirstPage, type FirstPage } from './first-page/index.ts';
import { titleWords } from './identity/index.ts';

export interface FrontPage extends FirstPage {
  /** `page`: it is printed there. `file`: only the file says so, and no page shows it. */
  readonly titleFrom: 'page' | 'file' | null;
}

const MOST_COVERS = 3;

export function frontPage(read: Pick<ReadDocument, 'head'>, flat: FlatDocument): FrontPage {
  return withTitle(behindCovers(read, flat), flat);
}

/** A publisher's or an archive's cover stands before the paper, and may have its ids: the page with an abstract is the one. */
function behindCovers({ head }: Pick<ReadDocument, 'head'>, flat: FlatDocument): FirstPage {
  const { pages } = flat.structure;
  const texts = pages.slice(0, MOST_COVERS).map(({ start }, i) => flat.text.slice(start, pages[i + 1]?.start));
  const fronts = (texts.length > 0 ? texts : [flat.text]).map((text, i) => readFirstPage(head?.[i] ?? text));
  const best = fronts.findIndex((page) => page.abstract !== null && page.names.length > 0);
  const front = fronts[Math.max(best, 0)] ?? readFirstPage('');
  const covers = best > 0 ? fronts.slice(0, best).flatMap(({ ids }) => ids) : [];
  const seen = new Set(front.ids.map(({ identifier }) => JSON.stringify(identifier)));
  return { ...front, ids: [...front.ids, ...covers.filter(({ identifier }) => !seen.has(JSON.stringify(identifier)))] };
}

/** The file's own word for it is believed where the page shows it, and where the page shows none. */
function withTitle(page: FirstPage, flat: FlatDocument): FrontPage {
  const said = titleWords(flat.title ?? '');
  const begins = titleWords(flat.text.slice(0, 3000)).join(' ');
  const printed = titleWords(page.title ?? '');
  // What a file says may be the first line of a title that has two.
  const isPart = printed.length > said.length && printed.slice(0, said.length).join(' ') === said.join(' ');
  const isShown = said.length > 1 && begins.includes(said.join(' '));
  if (isShown && !isPart) return { ...page, title: flat.title, titleFrom: 'page' };
  if (page.title !== null) return { ...page, titleFrom: 'page' };
  return { ...page, title: flat.title, titleFrom: flat.title === null ? null : 'file' };
}
