/** From the facts of files to who calls whom. */
export { link, linkInSlices } from './link.ts';
export type {
  EdgeHow,
  EdgeKind,
  EdgeTarget,
  LinkFile,
  Linked,
  LinkedSymbol,
  LinkEdge,
  LinkInput,
  UnresolvedCall,
} from './types.ts';
