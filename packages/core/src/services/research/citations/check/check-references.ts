/**
 * Holds a list of references against what is known.
 *
 *   verified ── the library has it, and the list says the same of it
 *   wrong ───── it has it, and the list says something else: the fields are named; or its id is of another work
 *   retracted ─ it has it, and it was taken back
 *   unknown ─── the library has none of it. Whether there is such a work, only a source can say
 *   invented ── sources were asked, all of them answered, and none knows it
 */
import type { ReferenceVerdict } from '../../words.ts';
import { invalidField } from '../../../../errors/index.ts';
import type { BibliographicItem } from '../../../../model/papers/index.ts';
import type { Deps } from '../../../deps.ts';
import { yieldToEventLoop } from '../../../within.ts';
import type { KeptPaper } from '../../library/store/paper-record.ts';
import { gravestOfEach, type SourceReport } from '../../lookup/source-report.ts';
import { isTakenBack } from '../../retraction.ts';
import { editLikeness, isOtherVenue, nameKeys, titleWords, yearOf } from '../../reading/identity/index.ts';
import { parseReference, type ParsedReference } from '../fields/parse-reference.ts';
import { findReferenceList } from '../references/find-list.ts';
import { splitReferences, type RawReference } from '../references/split-list.ts';
import { findInLibrary, type LibraryMatch } from './find-in-library.ts';

export interface WrongField {
  readonly field: string;
  readonly printed: string;
  /** As the library or a source has it. */
  readonly known: string;
}

/** What sources say of a reference that the library does not have: the work they found, or null where all answered and none knows it. */
export type ReferenceLookup = (item: BibliographicItem) => Promise<{
  readonly item: BibliographicItem | null;
  readonly retracted: boolean;
  readonly isComplete: boolean;
  /** What came of asking each. */
  readonly sources: readonly SourceReport[];
}>;

export interface CheckRequest {
  readonly workspace: string;
  readonly text: string;
  readonly offset?: number | undefined;
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
  /** Without it the library alone is asked. */
  readonly lookup?: ReferenceLookup | undefined;
  /** How long sources may be asked; 45 seconds. */
  readonly patienceMs?: number | undefined;
}

export interface CheckedReference extends Pick<RawReference, 'raw' | 'marker'>, ParsedReference {
  /** From 1. */
  readonly n: number;
  readonly verdict: ReferenceVerdict;
  readonly paper: KeptPaper | null;
  readonly confidence: number | null;
  readonly method: LibraryMatch['method'] | 'source' | null;
  /** The work that sources have under it, where the library has none. */
  readonly found: BibliographicItem | null;
  readonly wrong: readonly WrongField[];
}

export interface CheckedReferences {
  readonly total: number;
  readonly references: readonly CheckedReference[];
  /** Whether sources were asked, too. */
  readonly looked: boolean;
  /** What came of asking each: the worst of it. */
  readonly sources: readonly SourceReport[];
  /** Where to go on; null at the end of the list. */
  readonly next: number | null;
}

const BETWEEN_BREATHS = 20;
/** Clients wait for a minute. */
const PATIENCE_MS = 45_000;

export async function checkReferences(deps: Deps, request: CheckRequest): Promise<CheckedReferences> {
  const { text, offset = 0, limit, lookup, patienceMs = PATIENCE_MS } = request;
  if (text.trim() === '') throw invalidField('text', 'is empty', 'Give a list of references, or a text that has one.');
  const all = listOf(text);
  const references: CheckedReference[] = [];
  const asked: (readonly SourceReport[])[] = [];
  const until = deps.clock.now() + patienceMs;
  for (const [i, raw] of all.slice(offset, offset + limit).entries()) {
    request.signal?.throwIfAborted();
    if (i % BETWEEN_BREATHS === 0) await yieldToEventLoop();
    if (lookup && i > 0 && deps.clock.now() >= until) break;
    const { sources: told, ...checked } = await check(deps, request, raw, offset + i + 1);
    asked.push(told);
    references.push(checked);
  }
  const sources = gravestOfEach(asked);
  const next = offset + references.length;
  const looked = lookup !== undefined && !isSilent(sources);
  return { total: all.length, references, looked, sources, next: next < all.length ? next : null };
}

/** They were wanted, and none may be asked. */
function isSilent(sources: readonly SourceReport[]): boolean {
  return sources.length > 0 && sources.every(({ status }) => status === 'off');
}

/** Of a whole paper, its list; of anything else, all of it. */
function listOf(text: string): readonly RawReference[] {
  const list = findReferenceList(text);
  return list && list.heading > 0 ? list.references : splitReferences(text);
}

async function check(
  deps: Deps,
  { workspace, lookup }: CheckRequest,
  { raw, marker }: RawReference,
  n: number,
): Promise<CheckedReference & { readonly sources: readonly SourceReport[] }> {
  const parsed = parseReference(raw);
  const base = {
    n,
    raw,
    marker,
    ...parsed,
    paper: null,
    confidence: null,
    method: null,
    wrong: [],
    found: null,
    sources: [],
  };
  const found = await findInLibrary(deps, workspace, parsed.item);
  if (found) return { ...base, ...judge(parsed.item, found) };
  const answer = await lookup?.(parsed.item);
  if (!answer) return { ...base, verdict: 'unknown' };
  const { sources } = answer;
  if (!answer.item) return { ...base, verdict: answer.isComplete ? 'invented' : 'unknown', sources };
  const wrong = differences(parsed.item, answer.item);
  const verdict = answer.retracted ? 'retracted' : wrong.length > 0 ? 'wrong' : 'verified';
  return { ...base, verdict, method: 'source', wrong, found: answer.item, sources };
}

function judge(
  item: BibliographicItem,
  { paper, confidence, method }: LibraryMatch,
): Pick<CheckedReference, 'verdict' | 'paper' | 'confidence' | 'method' | 'wrong'> {
  const wrong = differences(item, paper.value.item);
  const verdict = isTakenBack(paper.value.retraction) ? 'retracted' : wrong.length > 0 ? 'wrong' : 'verified';
  return { verdict, paper, confidence, method, wrong };
}

const SAME_TITLE = 0.8;

/** Only what both say, and what no style writes otherwise. */
function differences(printed: BibliographicItem, known: BibliographicItem): WrongField[] {
  const wrong: WrongField[] = [];
  const add = (
    field: string,
    one: string | undefined,
    other: string | undefined,
    isSame: (a: string, b: string) => boolean,
  ) => {
    if (one !== undefined && other !== undefined && !isSame(one, other))
      wrong.push({ field, printed: one, known: other });
  };
  add('title', printed.title, known.title, isLikeTitle);
  add('year', yearOf(printed)?.toString(), yearOf(known)?.toString(), (a, b) => a === b);
  // What stands before no volume may be a place, a publisher or half of a title.
  if (printed.volume !== undefined && isOtherVenue(printed, known))
    add('container_title', printed.container_title, known.container_title, () => false);
  add('volume', printed.volume, known.volume, (a, b) => firstNumber(a) === firstNumber(b));
  add('pages', firstPage(printed.page), firstPage(known.page), (a, b) => a === b);
  add('authors', nameKeys(printed)[0], nameKeys(known)[0], (a, b) => a === b || nameKeys(known).includes(a));
  add('doi', doiOf(printed), doiOf(known), (a, b) => a === b);
  return wrong;
}

function isLikeTitle(one: string, other: string): boolean {
  const [a, b] = [titleWords(one).join(''), titleWords(other).join('')];
  return a.startsWith(b) || b.startsWith(a) || editLikeness(a, b, SAME_TITLE) > 0;
}

/** `D65` is 65, and `30(1)` is 30. */
function firstNumber(text: string): string {
  return /\d+/u.exec(text)?.[0] ?? '';
}

function firstPage(pages: string | undefined): string | undefined {
  return /[\p{L}\d]+/u.exec(pages ?? '')?.[0];
}

function doiOf({ identifiers }: BibliographicItem): string | undefined {
  return identifiers.find(({ scheme }) => scheme === 'doi')?.value;
}
