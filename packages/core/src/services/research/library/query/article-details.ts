/** All that is known of one paper, and who said it. */
import type { Deps } from '../../../deps.ts';
import type { FieldSaid } from '../store/field-record.ts';
import type { KeptAnnotations, KeptPaperFile } from '../store/file-record.ts';
import { annotationsOf, contextsOf, filesOf, papersOf, referencesOf, versionsOf } from '../store/index.ts';
import type { KeptPaper } from '../store/paper-record.ts';
import { findPaper } from '../find/find-paper.ts';
import { whoSaidOf } from '../keep/who-said.ts';

export interface PaperVersion {
  readonly paper: KeptPaper;
  /** What the other is to this one. */
  readonly relation: string;
}

export interface ArticleDetails {
  readonly paper: KeptPaper;
  readonly said: readonly FieldSaid[];
  readonly versions: readonly PaperVersion[];
  readonly files: readonly KeptPaperFile[];
  /** By file. */
  readonly annotations: readonly KeptAnnotations[];
  /** How many references are known, how many of them are papers here, and how many papers here cite this one. */
  readonly references: number;
  readonly citedHere: number;
  readonly contexts: number;
}

const MOST = 200;

export async function articleDetails(deps: Deps, workspace: string, named: string): Promise<ArticleDetails> {
  const paper = await findPaper(deps, workspace, named);
  const { key } = paper;
  const [{ said }, versions, files, annotations, references, citing, contexts] = await Promise.all([
    whoSaidOf(deps, workspace, paper),
    versionsAround(deps, workspace, key),
    filesOf(deps).list(workspace, { index: 'by_paper', where: { paper: key }, limit: MOST }),
    annotationsOf(deps).list(workspace, { index: 'by_paper', where: { paper: key }, limit: MOST }),
    referencesOf(deps).list(workspace, { index: 'by_paper', where: { paper: key }, limit: MOST }),
    referencesOf(deps).count(workspace, { index: 'by_cited', where: { cited: key } }),
    contextsOf(deps).list(workspace, { index: 'by_paper', where: { paper: key }, limit: MOST }),
  ]);
  return {
    paper,
    said,
    versions,
    files: files.items,
    annotations: annotations.items,
    references: references.items.reduce((sum, { value }) => sum + value.references.length, 0),
    citedHere: citing,
    contexts: contexts.items.reduce((sum, { value }) => sum + value.contexts.length, 0),
  };
}

export async function versionsAround(deps: Deps, workspace: string, key: string): Promise<PaperVersion[]> {
  const [below, above] = await Promise.all([
    versionsOf(deps).list(workspace, { index: 'by_of', where: { of: key }, limit: MOST }),
    versionsOf(deps).list(workspace, { index: 'by_paper', where: { paper: key }, limit: MOST }),
  ]);
  const relations = new Map([
    ...below.items.map(({ value }) => [value.paper, value.relation] as const),
    ...above.items.map(({ value }) => [value.of, 'published'] as const),
  ]);
  const papers = await papersOf(deps).getMany(workspace, [...relations.keys()]);
  return papers.map((paper) => ({ paper, relation: relations.get(paper.key) ?? 'published' }));
}
