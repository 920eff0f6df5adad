/** A library of titles and abstracts, and for some of its papers which others are near to them in one respect. */
import { z } from 'zod';
import type { ResearchCase, ResearchSet } from './set.ts';

const PART = 100;
const WORKSPACE = 'related-papers';
/** The most that the tool gives at once; rankings are judged by their first twenty. */
const MOST = 20;
const answerSchema = z.object({ related: z.array(z.object({ doi: z.string().optional() })) });

/** A made-up DOI keeps each paper apart from all others, and leads back to what the set calls it. */
const PREFIX = '10.99999/';
const doiOf = (id: unknown) => `${PREFIX}${Buffer.from(String(id)).toString('hex')}`;
const idOf = (doi: string) => Buffer.from(doi.slice(PREFIX.length), 'hex').toString('utf8');

export const relatedSet: ResearchSet = {
  name: 'related',
  files: /^related-papers$/,
  calls: () => [],
  predict: ({ id }) => ({ id }),
  async whole(zapomni, { cases }) {
    const papers = cases.filter(({ kind }) => kind === 'paper');
    for (let at = 0; at < papers.length; at += PART) {
      const content = JSON.stringify(papers.slice(at, at + PART).map(toCsl));
      const told = { content, format: 'csl-json', workspace_id: WORKSPACE };
      const { error } = await zapomni.tool('import_bibliography', told);
      if (error !== null) throw new Error(`The papers could not be imported: ${error}`);
    }
    await zapomni.settled(() => undefined);
    const predictions: Record<string, unknown>[] = [];
    const refusals: string[] = [];
    // Several questions are about one paper.
    const rankings = new Map<string, string[]>();
    for (const { id, paper } of cases.filter(({ kind }) => kind === 'query')) {
      const known = rankings.get(String(paper));
      const asked = {
        paper_identifier: doiOf(paper),
        max_results: MOST,
        similarity_threshold: 0,
        workspace_id: WORKSPACE,
      };
      const { structured, error } = known
        ? { structured: null, error: null }
        : await zapomni.tool('find_related_papers', asked);
      if (error !== null) refusals.push(error);
      const ranking = known ?? (error === null ? rankingIn(structured) : []);
      rankings.set(String(paper), ranking);
      predictions.push({ id, ranking });
    }
    return { predictions, others: [], refusals, figures: { papers: papers.length } };
  },
};

function toCsl({ id, title, abstract }: ResearchCase) {
  return { id: `p${doiOf(id).slice(PREFIX.length)}`, type: 'article-journal', title, abstract, DOI: doiOf(id) };
}

function rankingIn(structured: unknown): string[] {
  return answerSchema.parse(structured).related.flatMap(({ doi }) => (doi?.startsWith(PREFIX) ? [idOf(doi)] : []));
}
