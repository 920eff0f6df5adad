export {
  FEED_FORMATS,
  type Feed,
  type FeedDate,
  type FeedEntry,
  type FeedFormat,
  type FeedPerson,
  type FeedText,
} from './feed.ts';
export { FEED_MAX_BYTES, readFeed, type FeedSource } from './read-feed.ts';
