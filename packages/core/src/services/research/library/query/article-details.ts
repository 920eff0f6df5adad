/** All that is known of one paper, and who said it. */
import type { Deps } from '../../../deps.ts';
import type { FieldSaid } from '../store/field-record.ts';
import type { KeptAnnotations, KeptPaperFile } from '../store/file-record.ts';
import {
  annotationsOf,
  contextsOf,
  filesOf,
  identifiersOf,
  papersOf,
  referencesOf,
  toldVersionsOf,
  versionsOf,
} from '../store/index.ts';
import type { KeptPaper, ToldVersion } from '../store/paper-record.ts';
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
  /** Versions that sources tell of and that are not here. */
  readonly elsewhere: readonly ToldVersion[];
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
  const [{ said }, versions, elsewhere, files, annotations, references, citing, contexts] = await Promise.all([
    whoSaidOf(deps, workspace, paper),
    versionsAround(deps, workspace, key),
    versionsElsewhere(deps, workspace, paper),
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
    elsewhere,
    files: files.items,
    annotations: annotations.items,
    references: references.items.reduce((sum, { value }) => sum + value.references.length, 0),
    citedHere: citing,
    contexts: contexts.items.reduce((sum, { value }) => sum + value.contexts.length, 0),
  };
}

async function versionsAround(deps: Deps, workspace: string, key: string): Promise<PaperVersion[]> {
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

async function versionsElsewhere(deps: Deps, workspace: string, { key }: KeptPaper): Promise<ToldVersion[]> {
  const query = { index: 'by_paper' as const, where: { paper: key }, limit: MOST };
  const told = (await toldVersionsOf(deps).list(workspace, query)).items.map(({ value }) => value);
  const owners = await identifiersOf(deps).getMany(
    workspace,
    told.map(({ identifier }) => identifier),
  );
  const papers = await papersOf(deps).getMany(
    workspace,
    owners.map(({ value }) => value.paper),
  );
  const had = new Set(papers.filter(({ value }) => value.standing === 'library').map((paper) => paper.key));
  const here = new Set(owners.filter(({ value }) => had.has(value.paper)).map((owner) => owner.key));
  return told.filter(({ identifier }) => !here.has(identifier));
}
