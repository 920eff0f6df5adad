/** What changed, in terms of symbols. */
export { CHANGE_KINDS, type ChangeKind, type SymbolChange } from './compare-shapes.ts';
export {
  explainChange,
  WORK_TREE,
  type ChangedFileReport,
  type ChangeExplanation,
  type ChangeRequest,
} from './explain-change.ts';
