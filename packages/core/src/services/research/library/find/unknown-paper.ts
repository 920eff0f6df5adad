/** What is told of a name that names no paper, or several: what is wrong with it, what may have been meant, and what to do. */
import { ZapomniError, type ErrorCode } from '../../../../errors/index.ts';
import {
  claimedScheme,
  identifierText,
  parseIdentifier,
  SCHEME_WORDS,
  type Identifier,
} from '../../../../model/papers/index.ts';
import type { Deps } from '../../../deps.ts';
import { offerLine, toCandidate, type Offer } from './candidate.ts';
import { offersForIdentifier, offersForMisnamed, offersForName } from './candidates.ts';

export const HOW =
  'Give a paper id, citekey, DOI, arXiv id, PMID, PMCID, ISBN, URL or the exact title; search_articles finds them.';

/** NOT_FOUND; INVALID_INPUT for what was meant as an identifier and is none. */
export async function unknownPaper(deps: Deps, workspace: string, field: string, given: string): Promise<ZapomniError> {
  const identifier = parseIdentifier(given);
  if (identifier) {
    const offers = await offersForIdentifier(deps, workspace, identifier);
    const error = `no paper of this workspace has this ${SCHEME_WORDS[identifier.scheme].name}`;
    return told({ code: 'NOT_FOUND', field, error, offers, otherwise: howToAdd(identifier) });
  }
  const wrong = malformed(given);
  if (wrong) {
    const offers = wrong.other ? await offersForMisnamed(deps, workspace, wrong.other) : [];
    return told({ code: 'INVALID_INPUT', field, error: wrong.error, offers, otherwise: wrong.fix });
  }
  const offers = await offersForName(deps, workspace, given);
  const error = 'no paper of this workspace is named so exactly';
  return told({ code: 'NOT_FOUND', field, error, offers, otherwise: HOW });
}

/** CONFLICT: somebody has to choose. */
export function severalPapers(field: string, what: string, offers: readonly Offer[]): ZapomniError {
  return told({ code: 'CONFLICT', field, error: `several papers have this ${what}`, offers, otherwise: HOW });
}

/** INVALID_INPUT: it is known, and of a whole of which only parts are here. */
export function onlyParts(field: string, offers: readonly Offer[]): ZapomniError {
  const error = 'is the number of a book of which only parts are here';
  return told({ code: 'INVALID_INPUT', field, error, offers, otherwise: HOW });
}

interface Telling {
  readonly code: ErrorCode;
  readonly field: string;
  readonly error: string;
  readonly offers: readonly Offer[];
  readonly otherwise: string;
}

/** What can be chosen from is shown up to here. */
const MOST_TOLD = 10;

function told({ code, field, error, offers, otherwise }: Telling): ZapomniError {
  const shown = offers.slice(0, MOST_TOLD);
  const near = shown.map(offerLine).join('; ');
  const choose =
    shown.length === 1
      ? `Did you mean this? ${near}. Call again with its id.`
      : `Did you mean one of these? ${near}. Call again with the id of one.`;
  return new ZapomniError(code, `${field}: ${error}.`, {
    hint: shown.length === 0 ? otherwise : otherwise === HOW ? choose : `${choose} ${otherwise}`,
    issues: [{ field, error }],
    candidates: shown.map(toCandidate),
  });
}

/** An address is not repeated: it names a host. */
function howToAdd(identifier: Identifier): string {
  if (identifier.scheme === 'url') return 'process_pdf adds it by its url.';
  return `process_pdf adds it by its identifier: ${identifierText(identifier)}`;
}

interface Malformed {
  readonly error: string;
  readonly fix: string;
  /** What it is instead. */
  readonly other?: Identifier;
}

function malformed(given: string): Malformed | null {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(given) && !/^https?:/i.test(given))
    return { error: 'is an address of a scheme that names no paper; give an https address or an id', fix: HOW };
  const claim = claimedScheme(given);
  if (!claim) return null;
  const { name, looks } = SCHEME_WORDS[claim.scheme];
  const other = parseIdentifier(claim.rest);
  if (!other) return { error: `is no well-formed ${name}; ${looks}`, fix: HOW };
  const its = SCHEME_WORDS[other.scheme].name;
  return {
    error: `is no ${name} but ${/^[aeiou]/i.test(its) ? 'an' : 'a'} ${its}`,
    fix: `Write it as ${identifierText(other)}.`,
    other,
  };
}
