/**
 * Which paper is meant. A name must be exact: an id, a citekey, an identifier of any scheme, an address, or the whole title.
 * Anything less gives candidates to choose from, and nothing is done on a guess.
 */
import { invalidField, ZapomniError, type FieldIssue } from '../../../../errors/index.ts';
import { PAPER_KIND, toTerms } from '../../../../model/index.ts';
import { identifierKey, normalizeIdentifier, parseIdentifier } from '../../../../model/papers/index.ts';
import type { Deps } from '../../../deps.ts';
import { cutText } from '../../../documents/document-record.ts';
import { isOfWhole } from '../keep/identifiers.ts';
import { tagKey, titleKey } from '../keep/keys.ts';
import { identifiersOf, papersOf } from '../store/index.ts';
import type { KeptPaper } from '../store/paper-record.ts';

const MOST_NAMED = 5000;
const MOST_KEY = 900;
const MOST_CANDIDATES = 5;

/** NOT_FOUND or CONFLICT with candidates; INVALID_INPUT for what can name none. */
export async function findPaper(
  deps: Deps,
  workspace: string,
  named: string,
  field = 'article_identifier',
): Promise<KeptPaper> {
  const given = named.trim();
  if (given === '') throw invalidField(field, 'is empty', HOW);
  if (given.length > MOST_NAMED) throw invalidField(field, `has more than ${MOST_NAMED} characters`, HOW);
  const found = (await byName(deps, workspace, given)) ?? (await byTitle(deps, workspace, given, field));
  const number = found && parseIdentifier(given);
  if (number && isOfWhole(number, found.value.item) && found.value.citekey !== given)
    throw unknown(field, given, [found], 'is the number of a book of which only parts are here');
  if (found) return found;
  throw unknown(field, given, await candidatesFor(deps, workspace, given));
}

const HOW =
  'Give a paper id, citekey, DOI, arXiv id, PMID, PMCID, ISBN, URL or the exact title; search_articles finds them.';

/**
 * Null where there is none of it. What can be asked for at once is: each question costs a way to the store. An identifier is no paper's id,
 * and one that some paper has means that paper, even if another one is cited under the same letters.
 */
async function byName(deps: Deps, workspace: string, given: string): Promise<KeptPaper | null> {
  const papers = papersOf(deps);
  const isKey = Buffer.byteLength(given) <= MOST_KEY;
  const identifier = parseIdentifier(given);
  const byCitekey = async () => (isKey ? citedAs(deps, workspace, given) : null);
  const [byId, owner, byKey] = await Promise.all([
    isKey && !identifier ? papers.get(workspace, given) : null,
    identifier && identifiersOf(deps).get(workspace, identifierKey(identifier)),
    identifier ? null : byCitekey(),
  ]);
  const named = byId ?? byKey ?? (owner && (await papers.get(workspace, owner.value.paper)));
  const found = named ?? (identifier ? await byCitekey() : null);
  return found && survivorOf(deps, workspace, found);
}

async function citedAs(deps: Deps, workspace: string, citekey: string): Promise<KeptPaper | null> {
  const query = { index: 'by_citekey' as const, where: { citekey }, limit: 1 };
  return (await papersOf(deps).list(workspace, query)).items[0] ?? null;
}

/** The one that it was merged into: ids that were given out stay good. */
export async function survivorOf(deps: Deps, workspace: string, paper: KeptPaper): Promise<KeptPaper> {
  const { merged_into: into } = paper.value;
  const other = into === null ? null : await papersOf(deps).get(workspace, into);
  return other ? survivorOf(deps, workspace, other) : paper;
}

async function byTitle(deps: Deps, workspace: string, given: string, field: string): Promise<KeptPaper | null> {
  const key = titleKey(given);
  if (key === null) return null;
  const query = { index: 'by_title_key' as const, where: { title_key: key }, limit: 50 };
  const alike = (await papersOf(deps).list(workspace, query)).items.filter(({ value }) => value.merged_into === null);
  const shown = alike.filter(
    ({ value }) => value.shown_as === null || !alike.some((one) => one.key === value.shown_as),
  );
  const owned = shown.filter(({ value }) => value.standing === 'library');
  const [only, ...more] = owned.length > 0 ? owned : shown;
  if (more.length === 0) return only ?? null;
  throw new ZapomniError('CONFLICT', `${field}: several papers have this title.`, {
    hint: `Give the id of one: ${[only as KeptPaper, ...more].slice(0, MOST_CANDIDATES).map(candidateLine).join('; ')}.`,
    issues: [{ field, error: 'is the title of several' }, ...[only as KeptPaper, ...more].map(candidateIssue)],
  });
}

async function candidatesFor(deps: Deps, workspace: string, given: string): Promise<KeptPaper[]> {
  const begun = tagKey(given).slice(0, 40);
  const papers = papersOf(deps);
  const [byWords, beginning] = await Promise.all([
    byWordsOf(deps, workspace, given),
    begun.length < 3
      ? []
      : papers
          .list(workspace, { index: 'by_citekey', prefix: given.slice(0, 60), limit: MOST_CANDIDATES })
          .then(({ items }) => items),
  ]);
  const found = new Map([...beginning, ...byWords].map((paper) => [paper.key, paper]));
  return [...found.values()].filter(({ value }) => value.merged_into === null).slice(0, MOST_CANDIDATES);
}

async function byWordsOf(deps: Deps, workspace: string, given: string): Promise<KeptPaper[]> {
  const terms = [...new Set(toTerms(given))].slice(0, 30);
  if (terms.length === 0) return [];
  const scope = { workspace, filter: { kinds: [PAPER_KIND] } };
  const hits = await deps.storage.fullText.search({ terms }, MOST_CANDIDATES * 2, scope);
  const memories = await deps.storage.memories.summaries(workspace, [...new Set(hits.map(({ memoryId }) => memoryId))]);
  const ids = memories.map(({ metadata }) => metadata['paper_id']).filter((id) => typeof id === 'string');
  return papersOf(deps).getMany(workspace, [...new Set(ids)]);
}

function unknown(
  field: string,
  given: string,
  candidates: readonly KeptPaper[],
  wrong = malformed(given),
): ZapomniError {
  const near = candidates.map(candidateLine).join('; ');
  const hint = near === '' ? HOW : `Did you mean one of these? ${near}. Call again with the id of one.`;
  return new ZapomniError(
    wrong === null ? 'NOT_FOUND' : 'INVALID_INPUT',
    wrong === null ? `${field}: no paper of this workspace is named so exactly.` : `${field}: ${wrong}.`,
    { hint, issues: [{ field, error: wrong ?? 'not found' }, ...candidates.map(candidateIssue)] },
  );
}

/** What was meant as an identifier and is none. */
function malformed(given: string): string | null {
  if (/^(?:doi:|https?:\/\/(?:dx\.)?doi\.org\/|10\.)/i.test(given) && !normalizeIdentifier('doi', given))
    return 'is no well-formed DOI; one looks like 10.1000/xyz123';
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(given) && !/^https?:/i.test(given))
    return 'is an address of a scheme that names no paper; give an https address or an id';
  return null;
}

const MOST_SHOWN = 120;

/** Id, citekey, title and year. */
export function candidateLine({ key, value: { citekey, item, year } }: KeptPaper): string {
  const title = cutText((item.title ?? 'untitled').replaceAll(/\s+/g, ' '), MOST_SHOWN);
  return `${key} (${[citekey, year].filter((part) => part !== null).join(', ')}) ${title}`;
}

function candidateIssue(paper: KeptPaper): FieldIssue {
  return { field: 'candidate', error: candidateLine(paper) };
}
