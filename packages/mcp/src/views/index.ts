export {
  iso,
  toEntity,
  toEntityView,
  toNamed,
  toNames,
  toRelated,
  toRelation,
  toStatus,
  toSuggestion,
  round,
  type ShownEntity,
  type ShownRelation,
} from './graph.ts';
export { toTask } from './task.ts';
export { toChange, toEntry } from './time.ts';
