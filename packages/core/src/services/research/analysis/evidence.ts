/**
 * What the library says of a question: passages, each with its paper, its place and its words, so that whoever writes the answer can
 * point at every one of them and a reader can look them up.
 *
 *   question ── search (papers alone) ── at most so many of each paper ── their texts, cited ── numbered, best paper first
 */
import { PAPER_KIND, type MemoryFilter, type PassageSpan } from '../../../model/index.ts';
import { paperIdOf } from '../library/query/paper-id.ts';
import type { FoundPassage, OpenRequest, OpenSearch } from '../../search/fitting/open-search.ts';
import type { SearchHit, SearchResult } from '../../search/search-request.ts';
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
  /** Where the quote stands in its passage, and the whole of that. */
  readonly span: PassageSpan;
  readonly whole: string;
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
  /** Passages that have to do with the question and were left out, because there were enough; at least, where not all were counted. */
  readonly leftOut: number;
  /** Passages that were found and do not reach the score that was asked for, and the best score among them. */
  readonly tooWeak: { readonly count: number; readonly best: number };
  /** Papers that have, and whether all were counted. */
  readonly papersTotal: number;
  readonly isCounted: boolean;
  readonly mode: SearchResult['mode'];
}

export interface EvidenceRequest {
  readonly workspace: string;
  readonly question: string;
  readonly maxPapers: number;
  /** Of one paper; 3. */
  readonly perPaper?: number | undefined;
  /** Nothing but what has to do with the question; otherwise what comes nearest as well. */
  readonly onTopic?: boolean | undefined;
  /** Weaker passages are left out. */
  readonly minScore?: number | undefined;
  readonly filter?: MemoryFilter | undefined;
  /** Of a quote, in UTF-16 code units; 600. */
  readonly quoteLength?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What evidence is gathered with. */
export interface EvidenceParts {
  open(request: OpenRequest): Promise<OpenSearch>;
  /** Says where in their documents hits are. */
  cite(result: SearchResult, query: string): Promise<SearchResult>;
  /** Ids of the papers whose memories these passages are of, by memory. */
  owners(workspace: string, passages: readonly FoundPassage[]): Promise<ReadonlyMap<string, string>>;
  /** The papers that are shown for these ids; those that are gone are left out. */
  papers(workspace: string, ids: readonly string[]): Promise<ReadonlyMap<string, KeptPaper>>;
}

const [PER_PAPER, QUOTE_LENGTH] = [3, 600];

export async function gatherEvidence(parts: EvidenceParts, request: EvidenceRequest): Promise<Evidence> {
  const { workspace, question, filter, minScore = 0, signal } = request;
  const narrowed = { ...filter, kinds: [PAPER_KIND] };
  const opened = await parts.open({ workspaces: [workspace], query: question, filter: narrowed, strict: true, signal });
  const chosen = await choose(parts, opened, request);
  const shown = await opened.show(chosen.passages);
  const { hits, mode } = await parts.cite(shown, question);
  const fitting = hits.filter(({ score }) => score >= minScore);
  const weaker = hits.filter(({ score }) => score < minScore).map(({ score }) => score);
  const tooWeak = { count: weaker.length, best: Math.max(0, ...weaker) };
  return { ...toEvidence(request, fitting, chosen.papers), ...chosen.counts, tooWeak, question, mode };
}

type Papers = ReadonlyMap<string, KeptPaper>;

interface Chosen {
  readonly passages: readonly FoundPassage[];
  /** By the ids that memories name. */
  readonly papers: Papers;
  readonly counts: Pick<Evidence, 'leftOut' | 'papersTotal' | 'isCounted'>;
}

/** Of the best papers so many passages each. Only where too few papers are among the best is all of it looked at. */
async function choose(parts: EvidenceParts, opened: OpenSearch, request: EvidenceRequest): Promise<Chosen> {
  const { maxPapers, onTopic = false } = request;
  const best = await spread(parts, request, opened.fitting);
  const isEnough = opened.isAll || best.taken.size >= maxPapers;
  const fitting = isEnough ? best : await spread(parts, request, await opened.all());
  const near = onTopic ? [] : opened.nearest;
  const { taken, papers } = near.length === 0 ? fitting : await spread(parts, request, [...fitting.all, ...near]);
  const counts = {
    leftOut: Math.max(0, fitting.all.length - [...fitting.taken.values()].flat().length),
    papersTotal: fitting.found,
    isCounted: opened.isAll || !isEnough,
  };
  return { passages: [...taken.values()].flat(), papers, counts };
}

interface Spread {
  readonly all: readonly FoundPassage[];
  /** Those that are taken, by paper. */
  readonly taken: ReadonlyMap<string, readonly FoundPassage[]>;
  /** How many papers there are in all. */
  readonly found: number;
  readonly papers: Papers;
}

async function spread(
  parts: EvidenceParts,
  { workspace, maxPapers, perPaper = PER_PAPER }: EvidenceRequest,
  all: readonly FoundPassage[],
): Promise<Spread> {
  const owners = await parts.owners(workspace, all);
  const papers = await parts.papers(workspace, [...new Set(owners.values())]);
  const taken = new Map<string, FoundPassage[]>();
  const seen = new Set<string>();
  for (const passage of all) {
    const paper = papers.get(owners.get(passage.memoryId) ?? '');
    if (!paper) continue;
    seen.add(paper.key);
    const some = taken.get(paper.key) ?? [];
    if (some.length < perPaper && (some.length > 0 || taken.size < maxPapers)) taken.set(paper.key, [...some, passage]);
  }
  return { all, taken, found: seen.size, papers };
}

function toEvidence(
  { question, quoteLength = QUOTE_LENGTH }: EvidenceRequest,
  hits: readonly SearchHit[],
  papers: Papers,
): Pick<Evidence, 'passages' | 'papers' | 'foundIn'> {
  const groups = Map.groupBy(hits, (hit) => papers.get(paperIdOf(hit) ?? '')?.key ?? '');
  const byKey = new Map([...papers.values()].map((paper) => [paper.key, paper]));
  const shown = [...groups].flatMap(([key, some]) => {
    const paper = byKey.get(key);
    return paper ? [{ paper, hits: some }] : [];
  });
  const chosen = shown.flatMap(({ paper, hits: some }) => some.map((hit) => ({ hit, paper: labelOf(paper) })));
  const named = Map.groupBy(
    chosen.map(({ hit }, i) => ({ id: hit.memory.id, label: `P${i + 1}` })),
    ({ id }) => id,
  );
  const passages = chosen.map(({ hit, paper }, i): EvidencePassage => {
    const span = snippetOf(hit.passage.text, question, quoteLength);
    return {
      label: `P${i + 1}`,
      memoryId: hit.memory.id,
      passageId: hit.passage.id,
      paper,
      citation: citationOf(hit, paper),
      quote: hit.passage.text.slice(span.start, span.end),
      span,
      whole: hit.passage.text,
      score: hit.score,
      conflicts: (hit.conflicts ?? []).flatMap((id) => named.get(id)?.map(({ label }) => label) ?? []),
    };
  });
  const foundIn = [...new Set(chosen.flatMap(({ hit }) => paperIdOf(hit) ?? []))];
  return { passages, papers: shown.map(({ paper }) => paper), foundIn };
}

/** The place is the document's; the name of its file says less than the paper's key. */
function citationOf({ document }: SearchHit, { citekey, title }: PaperLabel): string {
  const name = citekey ?? title;
  return document ? `${name}${document.citation.slice(document.name.length)}` : name;
}

function labelOf({ key, value }: KeptPaper): PaperLabel {
  return { id: key, citekey: value.citekey, title: value.item.title ?? '' };
}
