export { readFirstPage, toItem, type FirstPage } from './read-first-page.ts';
