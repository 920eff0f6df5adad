export {
  FEED_FORMATS,
  type Feed,
  type FeedDate,
  type FeedEntry,
  type FeedFormat,
  type FeedPerson,
  type FeedText,
} from './feed.ts';
export { readFeed, type FeedSource } from './read-feed.ts';
export { fetchFeed } from './fetch-feed.ts';
export { previewFeed, type PreviewRequest } from './preview-feed.ts';
