/** What the library knows of papers beside their records, for many at once. */
import type { BibliographicItem } from '../../../../model/papers/index.ts';
import type { Deps } from '../../../deps.ts';
import { collection } from '../../../records/collection.ts';
import { PAPER_ANNOTATIONS, PAPER_FILES } from '../../library/store/file-record.ts';
import { PAPER_VERSIONS, PAPERS, type KeptPaper } from '../../library/store/paper-record.ts';
import { PAPER_REFERENCES } from '../../library/store/reference-record.ts';
import { nameOf } from '../../../documents/fetch-source.ts';
import { referenceText } from '../note/reference-text.ts';
import type { NoteAnnotation, NoteReference, OtherPaper, PaperSurroundings } from '../note/paper-note.ts';

const MOST = 1000;

export async function surroundingsOf(deps: Deps, workspace: string, { key }: KeptPaper): Promise<PaperSurroundings> {
  const by = <Name extends string>(index: Name) => ({ index, where: { paper: key }, limit: MOST }) as const;
  const [parts, citing, files, annotated, versions] = await Promise.all([
    collection(deps, PAPER_REFERENCES).list(workspace, by('by_paper')),
    collection(deps, PAPER_REFERENCES).list(workspace, { index: 'by_cited', where: { cited: key }, limit: MOST }),
    collection(deps, PAPER_FILES).list(workspace, by('by_paper')),
    collection(deps, PAPER_ANNOTATIONS).list(workspace, by('by_paper')),
    versionsOf(deps, workspace, key),
  ]);
  const references = parts.items.flatMap(({ value }) => value.references);
  const citedBy = new Set(citing.items.map(({ value }) => value.paper));
  const known = await papersByKey(deps, workspace, [
    ...references.flatMap(({ cited }) => cited ?? []),
    ...citedBy,
    ...versions.map(({ paper }) => paper),
  ]);
  const sources = new Map(files.items.map((file) => [file.key, file.value.source]));
  const [first] = files.items;
  return {
    references: references.map((one): NoteReference => ({
      ...referenceText({ ...one, item: one.item as BibliographicItem | null }),
      cited: shownOf(known, one.cited),
    })),
    citedBy: eachOnce([...citedBy].flatMap((paper) => shownOf(known, paper) ?? [])).filter(
      ({ paper }) => paper !== key,
    ),
    related: versions.flatMap(({ paper, relation }) => {
      const other = known.get(paper);
      return other ? [{ relation, ...toOther(other) }] : [];
    }),
    annotations: annotated.items.flatMap(({ key: file, value }) =>
      value.annotations.map(({ page, text, comment }): NoteAnnotation => ({
        page,
        text,
        comment,
        file: fileName(sources.get(file)),
      })),
    ),
    file: fileName(first?.value.source),
  };
}

/** Of a path or an address. */
function fileName(source: string | null | undefined): string | null {
  return source ? nameOf(source) || null : null;
}

/** The other of each pair, and what it is to this one. */
async function versionsOf(deps: Deps, workspace: string, key: string) {
  const versions = collection(deps, PAPER_VERSIONS);
  const [of, as] = await Promise.all([
    versions.list(workspace, { index: 'by_of', where: { of: key }, limit: MOST }),
    versions.list(workspace, { index: 'by_paper', where: { paper: key }, limit: MOST }),
  ]);
  return [
    ...of.items.map(({ value }) => ({ paper: value.paper, relation: value.relation as string })),
    ...as.items.map(({ value }) => ({ paper: value.of, relation: `${value.relation} of` })),
  ];
}

/** Papers of the library, and those that are shown in their stead: others have no note to link to. */
async function papersByKey(deps: Deps, workspace: string, keys: readonly string[]): Promise<Map<string, KeptPaper>> {
  const papers = collection(deps, PAPERS);
  const found = await papers.getMany(workspace, [...new Set(keys)]);
  const shown = await papers.getMany(workspace, [...new Set(found.flatMap(({ value }) => value.shown_as ?? []))]);
  const inLibrary = [...found, ...shown].filter(({ value }) => value.standing === 'library');
  return new Map(inLibrary.map((paper) => [paper.key, paper]));
}

/** A preprint is spoken of as what was published of it: that has the note. */
function shownOf(known: ReadonlyMap<string, KeptPaper>, key: string | null): OtherPaper | null {
  const paper = known.get(key ?? '');
  return paper ? toOther(known.get(paper.value.shown_as ?? '') ?? paper) : null;
}

export function toOther({ key, value }: KeptPaper): OtherPaper {
  return { paper: key, citekey: value.citekey ?? key };
}

function eachOnce(papers: readonly OtherPaper[]): OtherPaper[] {
  const byKey = new Map(papers.map((one) => [one.paper, one]));
  return [...byKey.values()].toSorted((a, b) => (a.citekey < b.citekey ? -1 : Number(a.citekey > b.citekey)));
}
