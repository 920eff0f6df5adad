export type { Feed, FeedEntry } from './feed.ts';
export { readFeed, type FeedSource } from './read-feed.ts';
export { fetchFeed } from './fetch-feed.ts';
export { previewFeed, type PreviewRequest } from './preview-feed.ts';
