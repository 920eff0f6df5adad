export { continuedAbstract } from './find-placed-abstract.ts';
export { readFirstPage, readPage, toItem, type FirstPage, type PageReading } from './read-first-page.ts';
export type { Body } from './find-placed-abstract.ts';
