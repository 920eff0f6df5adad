/**
 * The page of a printed paper that has its title, authors and abstract: the first, or that behind a cover. What a title page does not say (a report
 * has its abstract on a page of its own) is taken from the next ones.
 */
import type { ReadDocument } from '../../../ports/index.ts';
import type { FlatDocument } from '../../documents/flatten.ts';
import { isReferenceHeading } from '../citations/references/split-list.ts';
import { bodyOf } from './first-page/body-of.ts';
import { continuedAbstract, readPage, type Body, type FirstPage, type PageReading } from './first-page/index.ts';
import { linesOf, type PageLine } from './first-page/page-blocks.ts';
import { isCover } from './covers.ts';
import { withFacts } from './file-facts.ts';
import { titleWords } from './identity/index.ts';

export interface FrontPage extends FirstPage {
  /** `page`: it is printed there. `file`: only the file says so, and no page shows it. */
  readonly titleFrom: 'page' | 'file' | null;
}

const MOST_PAGES = 5;

export function frontPage(read: Pick<ReadDocument, 'head'>, flat: FlatDocument): FrontPage {
  const pages = new Pages(linesByPage(read, flat));
  return withFacts(pages.front(), read, flat);
}

function linesByPage({ head }: Pick<ReadDocument, 'head'>, { structure, text }: FlatDocument): PageLine[][] {
  const { pages } = structure;
  const texts = pages.slice(0, MOST_PAGES).map(({ start }, i) => text.slice(start, pages[i + 1]?.start));
  return (texts.length > 0 ? texts : [text]).map((page, i) => beforeReferences(head?.[i] ?? linesOf(page)));
}

/** Each is read when it is asked for, for mostly the first says all. */
class Pages {
  readonly #lines: readonly PageLine[][];
  readonly #read: (PageReading | undefined)[] = [];
  #body: Body | null | undefined;

  constructor(lines: readonly PageLine[][]) {
    this.#lines = lines;
  }

  front(): FirstPage {
    const at = this.#frontAt();
    const { headed: _headed, goesOn: _goesOn, ...front } = this.#page(at);
    const before = Array.from({ length: at }, (_, i) => this.#page(i));
    const abstract = this.#abstract(at);
    const covers = before.flatMap(({ ids }) => ids);
    const seen = new Set(front.ids.map(({ identifier }) => JSON.stringify(identifier)));
    const longer = before.find(({ title }) => isPart(front.title, title))?.title;
    return {
      ...front,
      title: longer ?? front.title,
      abstract,
      date: front.date ?? before.find(({ date }) => date !== null)?.date ?? null,
      ids: [...front.ids, ...covers.filter(({ identifier }) => !seen.has(JSON.stringify(identifier)))],
    };
  }

  /** The first page, unless it is a cover: then the one that has its title again, or else the next that names somebody. */
  #frontAt(): number {
    const first = this.#page(0);
    const covers = isCover(this.#lines[0] ?? []);
    if (!covers && first.headed && first.names.length > 0) return 0;
    const others = this.#lines.map((_, i) => i).slice(1);
    const again = others.find((i) => isTitleAgain(first, this.#page(i)));
    if (again !== undefined) return again;
    if (!covers && first.title !== null) return 0;
    return others.find((i) => isFront(this.#page(i)) && !isCover(this.#lines[i] ?? [])) ?? 0;
  }

  #abstract(at: number): string | null {
    const { abstract, goesOn } = this.#page(at);
    if (abstract !== null) return goesOn ? continuedAbstract(abstract, this.#lines[at + 1] ?? []) : abstract;
    for (let i = at + 1; i < this.#lines.length; i++) {
      const page = this.#page(i);
      if (page.headed) return page.abstract;
    }
    return null;
  }

  #page(at: number): PageReading {
    this.#body ??= bodyOf(this.#lines);
    return (this.#read[at] ??= readPage(this.#lines[at] ?? [], this.#body));
  }
}

function isFront({ title, names, abstract }: PageReading): boolean {
  return title !== null && (names.length > 0 || abstract !== null);
}

const FEWEST_WORDS = 3;

/** The page has the title again, and more than the first one has. */
function isTitleAgain(first: PageReading, page: PageReading): boolean {
  if (!isFront(page) || (page.names.length === 0 && first.names.length > 0)) return false;
  const [one, other] = [titleWords(first.title ?? ''), titleWords(page.title ?? '')];
  if (Math.min(one.length, other.length) < FEWEST_WORDS) return one.length > 1 && one.join(' ') === other.join(' ');
  return ` ${one.join(' ')} `.includes(` ${other.join(' ')} `) || ` ${other.join(' ')} `.includes(` ${one.join(' ')} `);
}

/** A cover may have the title with its subtitle, of which the page behind it has one in another size. */
function isPart(title: string | null, whole: string | null): boolean {
  const [part, all] = [titleWords(title ?? ''), titleWords(whole ?? '')];
  return (
    part.length >= FEWEST_WORDS && all.length > part.length && ` ${all.join(' ')} `.includes(` ${part.join(' ')} `)
  );
}

/** Ids, names and years below that heading are of other papers. */
function beforeReferences(lines: readonly PageLine[]): PageLine[] {
  const at = lines.findIndex(({ text }) => text.length < LONGEST_HEADING && isReferenceHeading(text));
  return at > 0 ? lines.slice(0, at) : [...lines];
}

const LONGEST_HEADING = 60;
