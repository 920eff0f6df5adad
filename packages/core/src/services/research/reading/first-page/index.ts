export { linesOf, type PageLine } from './page-blocks.ts';
export { dateIn } from './printed-date.ts';
export { printedIds, type PrintedId } from './printed-ids.ts';
export { readFirstPage, toItem, type FirstPage } from './read-first-page.ts';
