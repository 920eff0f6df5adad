/** Links between notes: to where each lies now. */
import type { PaperNoteRecord } from '../../library/store/note-record.ts';
import type { NoteFormat } from '../note/formats/note-format.ts';
import type { KnownLinks } from '../note/linked-text.ts';
import type { NoteLinks, OtherPaper } from '../note/paper-note.ts';
import type { VaultView } from './vault.ts';

/** Empty for a paper without a note, or whose note this is. */
function linkTo(view: VaultView, format: NoteFormat, from: string, { paper, citekey }: OtherPaper): string {
  const to = view.placeOf(paper);
  if (to === null || to === from) return '';
  return format.link({ from, to, isAlone: view.names.isAlone(to), label: citekey });
}

export interface LinksOfNote extends NoteLinks {
  /** By the paper: what was asked for. */
  readonly written: ReadonlyMap<string, string>;
}

export function linksFrom(view: VaultView, format: NoteFormat, from: string): LinksOfNote {
  const written = new Map<string, string>();
  return {
    format,
    written,
    toPaper: (other) => {
      const link = linkTo(view, format, from, other);
      written.set(other.paper, link);
      return link === '' ? null : link;
    },
    toPage: (file, page) => format.page({ from, file, to: view.attachment(file), page }),
  };
}

/** What links of a note mean: those that were written, what they were written for; others, the paper whose note they lead to. */
export function meaningOf(
  view: VaultView,
  from: string,
  ...written: readonly (Readonly<Record<string, string>> | undefined)[]
): KnownLinks {
  const papers = new Map(written.flatMap((links) => Object.entries(links ?? {}).map(([paper, link]) => [link, paper])));
  return (link, target) => {
    const path = papers.has(link) ? null : view.names.leadsTo(target, from);
    return papers.get(link) ?? (path === null ? null : view.paperAt(path));
  };
}

/** A link of it has another place to lead to than when it was written. */
export function hasStaleLink(
  view: VaultView,
  format: NoteFormat,
  { path, links }: Pick<PaperNoteRecord, 'path' | 'links'>,
  library: ReadonlyMap<string, OtherPaper>,
): boolean {
  return Object.entries(links).some(([paper, link]) => {
    const other = library.get(paper);
    return link !== (other ? linkTo(view, format, path, other) : '');
  });
}
