/** Tags that a paper might have: those of the library that its words name, and phrases that it says often itself. Nothing is written. */
import type { Deps } from '../../deps.ts';
import { findPaper } from '../library/find/find-paper.ts';
import { fold, tagKey } from '../library/keep/keys.ts';
import type { KeptPaper } from '../library/store/paper-record.ts';
import { placeAfter, placeIn } from '../place-cursor.ts';
import { isSmall } from '../small-words.ts';
import type { TagUse } from './alike-tags.ts';
import { everyPaper, usedTags } from './vocabulary.ts';

export interface SuggestedTag {
  readonly tag: string;
  readonly score: number;
  readonly why: string;
  /** It is a tag of the library already. */
  readonly isKnown: boolean;
}

export interface TagSuggestions {
  readonly paper: KeptPaper;
  readonly tags: readonly SuggestedTag[];
}

export interface VocabularyWord extends TagUse {
  /** Folded, with a space at either end. */
  readonly phrase: string;
}

export interface SuggestRequest {
  readonly article?: string | undefined;
  /** Also of papers that have tags. */
  readonly all: boolean;
  /** Papers that are looked at for one page. */
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface SuggestedPage {
  /** Those of the page for which there is something. */
  readonly items: readonly TagSuggestions[];
  /** Papers that are looked at on all pages. */
  readonly total: number;
  readonly next: string | null;
}

const MOST = 8;

export function vocabularyWords(tags: readonly TagUse[]): VocabularyWord[] {
  return tags.map((one) => ({ ...one, phrase: ` ${fold(one.tag)} ` })).filter(({ phrase }) => phrase.trim() !== '');
}

/** Of one paper, or of those that have no tags; `all`: of every one. */
export async function suggestTags(deps: Deps, workspace: string, request: SuggestRequest): Promise<SuggestedPage> {
  const { article, all } = request;
  const vocabulary = await usedTags(deps, workspace);
  const words = vocabularyWords(vocabulary.tags);
  const suggested = (paper: KeptPaper): TagSuggestions => ({ paper, tags: suggestionsFor(paper, words) });
  if (article !== undefined)
    return { items: [suggested(await findPaper(deps, workspace, article))], total: 1, next: null };
  const { papers, next } = await pageOf(deps, workspace, request);
  const items = papers.map(suggested).filter(({ tags }) => tags.length > 0);
  return { items, total: all ? vocabulary.papers : vocabulary.untagged, next };
}

/** Its place counts all papers of the library, so that none is passed over when those of the page before have got tags. */
async function pageOf(
  deps: Deps,
  workspace: string,
  { all, limit, cursor }: SuggestRequest,
): Promise<{ papers: readonly KeptPaper[]; next: string | null }> {
  const from = placeIn(cursor);
  const papers: KeptPaper[] = [];
  let [place, end] = [0, Infinity];
  await everyPaper(deps, workspace, (paper) => {
    const isWanted = place >= from && (all || paper.value.tags.length === 0);
    if (isWanted && papers.length < limit) papers.push(paper);
    else if (isWanted) end = Math.min(end, place);
    place += 1;
  });
  return { papers, next: placeAfter(end, place) };
}

export function suggestionsFor({ value }: KeptPaper, words: readonly VocabularyWord[]): SuggestedTag[] {
  const { item, tag_keys, topics } = value;
  const [title, abstract] = [` ${fold(item.title ?? '')} `, ` ${fold(item.abstract ?? '')} `];
  const found = new Map<string, SuggestedTag>();
  const add = (tag: SuggestedTag): void => {
    const key = tagKey(tag.tag);
    if (key !== '' && !tag_keys.includes(key) && (found.get(key)?.score ?? 0) < tag.score) found.set(key, tag);
  };
  for (const { tag, phrase, papers } of words) {
    const often = Math.min(papers, 10) / 100;
    if (title.includes(phrase)) add({ tag, score: 0.9 + often, why: 'in the title', isKnown: true });
    else if (abstract.includes(phrase)) add({ tag, score: 0.7 + often, why: 'in the abstract', isKnown: true });
  }
  const known = new Map(words.map(({ tag }) => [tagKey(tag), tag]));
  for (const word of [...(item.keywords ?? []), ...topics]) {
    const tag = known.get(tagKey(word));
    add({
      tag: tag ?? word.trim(),
      score: tag === undefined ? 0.6 : 0.95,
      why: 'a keyword of the paper',
      isKnown: tag !== undefined,
    });
  }
  for (const { phrase, score } of phrasesIn(title, abstract))
    add({
      tag: known.get(tagKey(phrase)) ?? phrase,
      score,
      why: 'said in title and abstract',
      isKnown: known.has(tagKey(phrase)),
    });
  return [...found.values()]
    .toSorted((one, other) => other.score - one.score || (one.tag < other.tag ? -1 : 1))
    .slice(0, MOST);
}

/** Two or three words that stand in the title and again in the abstract, without small ones at their ends. */
function phrasesIn(title: string, abstract: string): { phrase: string; score: number }[] {
  const words = title.trim().split(' ');
  const found: { phrase: string; score: number }[] = [];
  for (const length of [3, 2]) {
    for (let i = 0; i + length <= words.length; i++) {
      const part = words.slice(i, i + length);
      if (part.some((word) => isSmall(word) || word.length < 3)) continue;
      const phrase = part.join(' ');
      if (abstract.includes(` ${phrase} `)) found.push({ phrase, score: 0.4 + length / 20 });
    }
  }
  return found;
}
