/** What a caller means by `article_identifier`: an identifier stands for itself, everything else is the library's to know. */
import { invalidField } from '../../../errors/index.ts';
import { parseIdentifier, type Identifier } from '../../../model/papers/index.ts';

/** All identifiers of the paper that is named; at least one. Fails where no paper, or more than one, is meant. */
export type IdentifyArticle = (workspace: string, named: string) => Promise<readonly Identifier[]>;

const LONGEST = 5000;

/** Without a library nothing else can be known. */
export const byIdentifier: IdentifyArticle = async (_, named) => {
  const given = named.trim();
  const identifier = given.length > LONGEST ? null : parseIdentifier(given);
  if (identifier) return [identifier];
  throw invalidField(
    'article_identifier',
    'is no identifier',
    'Give a DOI (10.1000/xyz), an arXiv id, PMID:…, PMC…, an OpenAlex or Semantic Scholar id.',
  );
};
