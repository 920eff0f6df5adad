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

/** The article of a page; of one that has none, everything but what stands around it. Both change the page they look at. */
export function mainContent(whole: DomDocument, markup: string): MainContent {
  for (const around of whole.body.querySelectorAll(AROUND)) around.remove();
  const length = flat(whole.body).length;
  if (length < SHORT) return { root: whole.body, title: null };
  const article = findArticle(markup);
  return article && flat(article.root).length >= SHORT / 4
    ? article
    : { root: whole.body, title: article?.title ?? null };
}

function findArticle(markup: string): MainContent | null {
  type Page = ConstructorParameters<typeof Readability>[0];
  const article = new Readability<DomElement>(parseHtml(markup) as unknown as Page, {
    serializer: (node) => node as unknown as DomElement,
  }).parse();
  return article?.content ? { root: article.content, title: article.title ?? null } : null;
}
