/** Two to five papers held against each other, side by side. */
import type { Deps } from '../../deps.ts';
import type { KeptPaper } from '../library/store/paper-record.ts';
import { questionAbout } from './aspects.ts';
import { citationsOf } from './citation-links.ts';
import {
  compared,
  figuresIn,
  sharedReferences,
  type ComparedPaper,
  type SaidFigure,
  type SharedReference,
} from './compare-papers.ts';
import { type Dimension } from '../words.ts';
import { gatherEvidence, type Evidence, type EvidenceParts } from './evidence.ts';
import { mergeEvidence } from './merge-evidence.ts';
import { write, type Written } from './writer.ts';

export interface ComparisonRequest {
  readonly workspace: string;
  readonly papers: readonly KeptPaper[];
  readonly dimensions: readonly Dimension[];
  readonly signal?: AbortSignal | undefined;
}

export interface Comparison extends Written {
  readonly papers: readonly ComparedPaper[];
  readonly evidence: Evidence;
  /** Labels of passages, for each side that has any. */
  readonly sides: readonly { readonly dimension: Dimension; readonly passages: readonly string[] }[];
  readonly sharedReferences: readonly SharedReference[];
  readonly figures: readonly SaidFigure[];
}

const SAID = ['methodology', 'findings'] as const;

export async function compareArticles(
  deps: Deps,
  parts: EvidenceParts,
  { workspace, papers, dimensions, signal }: ComparisonRequest,
): Promise<Comparison> {
  const cites = await citationsOf(
    deps,
    workspace,
    papers.map(({ key }) => key),
  );
  const asked = SAID.filter((dimension) => dimensions.includes(dimension) || dimensions.includes('metrics'));
  const gathered = await Promise.all(
    asked.flatMap((dimension) =>
      papers.map(async (paper) => {
        const question = questionAbout(paper.value.item.title ?? '', dimension);
        // Each is asked alone, so that the longest paper does not speak for all.
        const filter = { metadata: [{ field: 'paper_id', op: 'eq' as const, value: paper.key }] };
        const evidence = await gatherEvidence(parts, { workspace, question, maxPapers: 1, filter, signal });
        return { name: `${dimension} ${paper.key}`, evidence };
      }),
    ),
  );
  const { evidence, labels } = mergeEvidence(papers.map(({ value }) => value.item.title ?? '').join(' / '), gathered);
  const task =
    'Compare these papers: where they agree, where they differ in method and result, and what only one of them says.';
  const wantsText = dimensions.some((dimension) => dimension !== 'citations');
  const written = await write(deps, { task, passages: wantsText ? evidence.passages : [], signal });
  return {
    ...written,
    papers: compared(papers, cites),
    evidence: { ...evidence, papersTotal: papers.length, isCounted: true },
    sides: SAID.filter((dimension) => dimensions.includes(dimension)).map((dimension) => ({
      dimension,
      passages: papers.flatMap(({ key }) => labels.get(`${dimension} ${key}`) ?? []),
    })),
    sharedReferences: dimensions.includes('citations') ? await shared(parts, workspace, cites) : [],
    figures: dimensions.includes('metrics') ? figuresIn(evidence.passages) : [],
  };
}

async function shared(
  parts: EvidenceParts,
  workspace: string,
  cites: ReadonlyMap<string, readonly string[]>,
): Promise<SharedReference[]> {
  const papers = await parts.papers(workspace, [...new Set([...cites.values()].flat())]);
  return sharedReferences(cites, new Map([...papers].map(([id, { value }]) => [id, value.item.title ?? ''])));
}
