/** What a caller means by `article_identifier`: an identifier stands for itself, everything else is the library's to know. */
import { invalidField, toZapomniError } from '../../../errors/index.ts';
import type { Deps } from '../../deps.ts';
import { findPaper } from '../library/find/find-paper.ts';
import { parseIdentifier, type Identifier } from '../../../model/papers/index.ts';

/** All identifiers of the paper that is named; at least one. Fails where no paper, or more than one, is meant. */
export type IdentifyArticle = (workspace: string, named: string) => Promise<readonly Identifier[]>;

const LONGEST = 5000;

/** What the library calls so has all of its identifiers; what only others may know is asked for by the one that was given. */
export function inLibrary(deps: Deps): IdentifyArticle {
  return async (workspace, named) => {
    const given = named.trim().length > LONGEST ? null : parseIdentifier(named.trim());
    try {
      const { value } = await findPaper(deps, workspace, named);
      const { identifiers } = value.item;
      if (identifiers.length > 0) return identifiers;
    } catch (error) {
      if (given && toZapomniError(error).code === 'NOT_FOUND') return [given];
      throw error;
    }
    if (given) return [given];
    throw invalidField(
      'article_identifier',
      'names a paper that has no identifier',
      'Give it one with update_article_metadata.',
    );
  };
}
