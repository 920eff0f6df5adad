export { feedFinder, type FeedPlace } from './feed-finder.ts';
export { sourceFinder } from './source-finder.ts';
