/** Finds what a page is about among menus, notices and advertisements. */
import { Readability } from '@mozilla/readability';
import { parseHtml, type DomDocument, type DomElement } from './dom.ts';
import { flat } from './render-html.ts';

export interface MainContent {
  readonly root: DomElement;
  readonly title: string | null;
}

/** Around what a page says, and not part of it. */
const AROUND = 'nav, footer, aside, [role="navigation"], [role="banner"], [role="contentinfo"], [role="search"]';
/** What is found in a page that is hardly longer than this is no better than the page. */
const SHORT = 1000;
/** Looking for the article takes the square of the depth; a page nested deeper than this is made to take long, or broken. */
const DEEPEST = 300;

/** The article of a page; of one that has none, everything but what stands around it. Both change the page they look at. */
export function mainContent(whole: DomDocument, markup: string): MainContent {
  const isDeep = isDeeperThan(whole.body, DEEPEST);
  // A page that was made of TeX says itself where the paper is.
  const paper = whole.body.querySelector('.ltx_document');
  if (paper) return { root: paper, title: null };
  for (const around of whole.body.querySelectorAll(AROUND)) around.remove();
  const length = flat(whole.body).length;
  if (length < SHORT || isDeep) return { root: whole.body, title: null };
  const article = findArticle(markup);
  return article && flat(article.root).length >= SHORT / 4
    ? article
    : { root: whole.body, title: article?.title ?? null };
}

function isDeeperThan(root: DomElement, most: number): boolean {
  let level: DomElement[] = [root];
  for (let depth = 0; depth <= most; depth++) {
    level = level.flatMap((element) => [...element.children]);
    if (level.length === 0) return false;
  }
  return true;
}

function findArticle(markup: string): MainContent | null {
  type Page = ConstructorParameters<typeof Readability>[0];
  const article = new Readability<DomElement>(parseHtml(markup) as unknown as Page, {
    serializer: (node) => node as unknown as DomElement,
  }).parse();
  return article?.content ? { root: article.content, title: article.title ?? null } : null;
}
