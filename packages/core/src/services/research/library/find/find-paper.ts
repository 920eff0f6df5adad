/**
 * Which paper is meant. A name must be exact: an id, a citekey, an identifier of any scheme, an address, or the whole title.
 * Anything less gives candidates to choose from, and nothing is done on a guess.
 */
import { invalidField, ZapomniError } from '../../../../errors/index.ts';
import { parseIdentifier, SCHEME_WORDS, type Identifier } from '../../../../model/papers/index.ts';
import type { Deps } from '../../../deps.ts';
import { decides, isOfWhole } from '../keep/identifiers.ts';
import { titleKey } from '../keep/keys.ts';
import { papersOf } from '../store/index.ts';
import type { KeptPaper } from '../store/paper-record.ts';
import { papersWith } from './shared-identifier.ts';
import { survivorOf } from './survivor.ts';
import { HOW, onlyParts, severalPapers, unknownPaper } from './unknown-paper.ts';

const MOST_NAMED = 5000;
const MOST_KEY = 900;
const MOST_OF_A_TITLE = 50;

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
  if (!given.isWellFormed() || given.includes('\0'))
    throw invalidField(field, 'holds NUL or half of a surrogate pair', HOW);
  const asked = { deps, workspace, field, given };
  const found = (await byName(asked)) ?? (await byTitle(asked));
  if (found) return found;
  throw await unknownPaper(deps, workspace, field, given);
}

/** The paper of the library that a text is an identifier of, or a single word the id or the citekey; null where it is that of none, or of several. */
export async function paperCalled(deps: Deps, workspace: string, text: string): Promise<KeptPaper | null> {
  const given = text.trim();
  const mayBe = /[\s\0]/u.test(given) ? parseIdentifier(given) !== null : given !== '';
  if (!mayBe || given.length > MOST_KEY) return null;
  try {
    const found = await byName({ deps, workspace, field: '', given });
    return found?.value.standing === 'library' ? found : null;
  } catch (error) {
    if (error instanceof ZapomniError) return null;
    throw error;
  }
}

interface Asked {
  readonly deps: Deps;
  readonly workspace: string;
  readonly field: string;
  readonly given: string;
}

/**
 * Null where there is none of it. What can be asked for at once is: each question costs a way to the store. An identifier is no paper's id,
 * and one that some paper has means that paper, even if another one is cited under the same letters.
 */
async function byName(asked: Asked): Promise<KeptPaper | null> {
  const { deps, workspace, given } = asked;
  const isKey = Buffer.byteLength(given) <= MOST_KEY;
  const identifier = parseIdentifier(given);
  const byCitekey = async () => (isKey ? citedAs(deps, workspace, given) : null);
  if (identifier) {
    const papers = await papersWith(deps, workspace, identifier);
    return papers.length > 0 ? byIdentifier(asked, identifier, papers) : survivor(asked, await byCitekey());
  }
  const [byId, byKey] = await Promise.all([isKey ? papersOf(deps).get(workspace, given) : null, byCitekey()]);
  return survivor(asked, byId ?? byKey);
}

async function survivor({ deps, workspace }: Asked, paper: KeptPaper | null): Promise<KeptPaper | null> {
  return paper && survivorOf(deps, workspace, paper);
}

async function citedAs(deps: Deps, workspace: string, citekey: string): Promise<KeptPaper | null> {
  const query = { index: 'by_citekey' as const, where: { citekey }, limit: 1 };
  return (await papersOf(deps).list(workspace, query)).items[0] ?? null;
}

/** Of an identifier that tells works apart, the work; of one that may be of several, the only one that has it. */
async function byIdentifier(asked: Asked, identifier: Identifier, all: readonly KeptPaper[]): Promise<KeptPaper> {
  const { deps, workspace, field, given } = asked;
  const papers = await Promise.all(all.map((paper) => survivorOf(deps, workspace, paper)));
  const whole = papers.find(({ value }) => decides(identifier, value.type));
  const [only, ...more] = whole ? [whole] : shownOf(papers);
  const { name } = SCHEME_WORDS[identifier.scheme];
  const offers = papers.map((paper, i) => ({ paper, why: `it has this ${name}`, far: i }));
  if (only && more.length > 0) throw severalPapers(field, name, offers);
  if (!only) throw await unknownPaper(deps, workspace, field, given);
  const isPart = isOfWhole(identifier, only.value.item) && only.value.citekey !== given;
  if (isPart) throw onlyParts(field, offers);
  return only;
}

async function byTitle({ deps, workspace, field, given }: Asked): Promise<KeptPaper | null> {
  const key = titleKey(given);
  if (key === null) return null;
  const query = { index: 'by_title_key' as const, where: { title_key: key }, limit: MOST_OF_A_TITLE };
  const [only, ...more] = shownOf((await papersOf(deps).list(workspace, query)).items);
  if (!only || more.length === 0) return only ?? null;
  const offers = [only, ...more].map((paper, i) => ({ paper, why: 'it has this title', far: i }));
  throw severalPapers(field, 'title', offers);
}

/** Each once; of a preprint and what became of it the one that is shown; of what the user has and what is only cited, the first. */
function shownOf(papers: readonly KeptPaper[]): KeptPaper[] {
  const all = [...new Map(papers.map((paper) => [paper.key, paper])).values()];
  const alike = all.filter(({ value }) => value.merged_into === null);
  const shown = alike.filter(
    ({ value }) => value.shown_as === null || !alike.some(({ key }) => key === value.shown_as),
  );
  const owned = shown.filter(({ value }) => value.standing === 'library');
  return owned.length > 0 ? owned : shown;
}
