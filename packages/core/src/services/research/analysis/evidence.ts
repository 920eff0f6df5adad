/**
 * What the library says of a question: passages, each with its paper, its place and its words, so that whoever writes the answer can
 * point at every one of them and a reader can look them up.
 *
 *   question ── search (papers alone) ── cited ── at most so many of each paper ── numbered, best paper first
 */
import { PAPER_KIND, type MemoryFilter } from '../../../model/index.ts';
import { paperIdOf } from '../library/query/paper-id.ts';
import type { SearchHit, SearchRequest, SearchResult } from '../../search/search-request.ts';
import { snippetOf } from '../../search/results/snippet.ts';
import type { KeptPaper } from '../library/store/paper-record.ts';

/** The paper that a passage is of. */
export interface PaperLabel {
  readonly id: string;
  readonly citekey: string | null;
  readonly title: string;
}

export interface EvidencePassage {
  /** By which an answer points at it: `P1`, `P2` … */
  readonly label: string;
  readonly memoryId: string;
  readonly passageId: number;
  readonly paper: PaperLabel;
  /** `smith2020 p. 4 › Results`. */
  readonly citation: string;
  readonly quote: string;
  readonly score: number;
  /** Labels of passages that seem to say otherwise. */
  readonly conflicts: readonly string[];
}

export interface Evidence {
  readonly question: string;
  readonly passages: readonly EvidencePassage[];
  /** In the order of their best passages. */
  readonly papers: readonly KeptPaper[];
  /** Ids of the records that they were found in: of a preprint its own, though what was published of it is shown. */
  readonly foundIn: readonly string[];
  /** Passages that fit and were left out, because their papers had enough. */
  readonly leftOut: number;
  readonly mode: SearchResult['mode'];
}

export interface EvidenceRequest {
  readonly workspace: string;
  readonly question: string;
  readonly maxPapers: number;
  /** Of one paper; 3. */
  readonly perPaper?: number | undefined;
  /** Weaker passages are left out. */
  readonly minScore?: number | undefined;
  readonly filter?: MemoryFilter | undefined;
  /** Of a quote, in UTF-16 code units; 600. */
  readonly quoteLength?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What evidence is gathered with: hits come cited. */
export interface EvidenceParts {
  search(request: SearchRequest): Promise<SearchResult>;
  /** The papers that are shown for these ids; those that are gone are left out. */
  papers(workspace: string, ids: readonly string[]): Promise<ReadonlyMap<string, KeptPaper>>;
}

const [PER_PAPER, QUOTE_LENGTH] = [3, 600];
/** Looked through for each paper that is wanted: several passages of one may come before the first of the next. */
const HITS_FOR_EACH = 6;
const MOST_HITS = 200;

export async function gatherEvidence(parts: EvidenceParts, request: EvidenceRequest): Promise<Evidence> {
  const { workspace, question, maxPapers, minScore, filter, signal } = request;
  const found = await parts.search({
    workspaces: [workspace],
    query: question,
    limit: Math.min(MOST_HITS, maxPapers * HITS_FOR_EACH),
    filter: { ...filter, kinds: [PAPER_KIND] },
    passages: 'all',
    strict: true,
    ...(minScore === undefined ? {} : { minScore }),
    ...(signal ? { signal } : {}),
  });
  const ids = new Set(found.hits.flatMap((hit) => paperIdOf(hit) ?? []));
  const papers = await parts.papers(workspace, [...ids]);
  return toEvidence(request, found, papers);
}

function toEvidence(
  { question, maxPapers, perPaper = PER_PAPER, quoteLength = QUOTE_LENGTH }: EvidenceRequest,
  { hits, mode }: SearchResult,
  papers: ReadonlyMap<string, KeptPaper>,
): Evidence {
  const taken = new Map<string, SearchHit[]>();
  let leftOut = 0;
  for (const hit of hits) {
    const paper = papers.get(paperIdOf(hit) ?? '');
    if (!paper) continue;
    const some = taken.get(paper.key) ?? [];
    if (some.length >= perPaper || (some.length === 0 && taken.size >= maxPapers)) leftOut++;
    else taken.set(paper.key, [...some, hit]);
  }
  const byKey = new Map([...papers.values()].map((paper) => [paper.key, paper]));
  const chosen = [...taken].flatMap(([id, some]) => {
    const label = labelOf(byKey.get(id) as KeptPaper);
    return some.map((hit) => ({ hit, paper: label }));
  });
  const named = new Map<string, string[]>();
  for (const [i, { hit }] of chosen.entries())
    named.set(hit.memory.id, [...(named.get(hit.memory.id) ?? []), `P${i + 1}`]);
  const passages = chosen.map(({ hit, paper }, i): EvidencePassage => {
    const { start, end } = snippetOf(hit.passage.text, question, quoteLength);
    return {
      label: `P${i + 1}`,
      memoryId: hit.memory.id,
      passageId: hit.passage.id,
      paper,
      citation: citationOf(hit, paper),
      quote: hit.passage.text.slice(start, end),
      score: hit.score,
      conflicts: (hit.conflicts ?? []).flatMap((id) => named.get(id) ?? []),
    };
  });
  const foundIn = [...new Set(chosen.flatMap(({ hit }) => paperIdOf(hit) ?? []))];
  const shown = [...taken.keys()].map((id) => byKey.get(id) as KeptPaper);
  return { question, passages, papers: shown, foundIn, leftOut, mode };
}

/** The place is the document's; the name of its file says less than the paper's key. */
function citationOf({ document }: SearchHit, { citekey, title }: PaperLabel): string {
  const name = citekey ?? title;
  return document ? `${name}${document.citation.slice(document.name.length)}` : name;
}

function labelOf({ key, value }: KeptPaper): PaperLabel {
  return { id: key, citekey: value.citekey, title: value.item.title ?? '' };
}
