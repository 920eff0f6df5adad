/** Looking through what is remembered: what a caller asks and gets back. `app.review` is the door, and loads it. */
export { REVIEW_KINDS } from './review-request.ts';
export type {
  ReviewKind,
  ReviewPage,
  ReviewPair,
  ReviewRequest,
  SecretMemory,
  Settling,
  StaleMemory,
} from './review-request.ts';
