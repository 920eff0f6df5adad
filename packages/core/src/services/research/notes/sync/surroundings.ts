/** What the library knows of papers beside their records, for many at once. */
import type { Deps } from '../../../deps.ts';
import { collection } from '../../../records/collection.ts';
import { PAPER_ANNOTATIONS, PAPER_FILES } from '../../library/store/file-record.ts';
import { PAPER_VERSIONS, PAPERS, type KeptPaper } from '../../library/store/paper-record.ts';
import { PAPER_REFERENCES } from '../../library/store/reference-record.ts';
import { nameOf } from '../../../documents/fetch-source.ts';
import type { NoteAnnotation, NoteReference, PaperSurroundings } from '../note/paper-note.ts';

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
  const citedBy = [...new Set(citing.items.map(({ value }) => value.paper))].filter((paper) => paper !== key);
  const others = versions.map(({ paper }) => paper);
  const names = await citekeysOf(deps, workspace, [
    ...references.flatMap(({ cited }) => cited ?? []),
    ...citedBy,
    ...others,
  ]);
  const sources = new Map(files.items.map((file) => [file.key, file.value.source]));
  const [first] = files.items;
  return {
    references: references.map((one): NoteReference => ({
      n: one.n,
      citekey: (one.cited !== null && names.get(one.cited)) || null,
      text: one.raw ?? one.item?.title ?? '',
    })),
    citedBy: citedBy.flatMap((paper) => names.get(paper) ?? []).toSorted(),
    related: versions.flatMap(({ paper, relation }) => {
      const citekey = names.get(paper);
      return citekey === undefined ? [] : [{ relation, citekey }];
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

/** Of papers of the library: others have no note to link to. */
async function citekeysOf(deps: Deps, workspace: string, papers: readonly string[]): Promise<Map<string, string>> {
  const found = await collection(deps, PAPERS).getMany(workspace, [...new Set(papers)]);
  return new Map(
    found.flatMap(({ key, value }) => (value.standing === 'library' ? [[key, value.citekey ?? key] as const] : [])),
  );
}
