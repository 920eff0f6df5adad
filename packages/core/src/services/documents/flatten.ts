/**
 * A document as it is stored: one text, without white space at its ends, and how that is built. What a container holds (the
 * files of an archive, the mails of a mailbox, what is attached to a mail) becomes a section each.
 */
import type { DocumentMember, ReadDocument } from '../../ports/index.ts';
import type { PaperFindings } from './paper/paper-findings.ts';

export type Structure = Pick<ReadDocument, 'sections' | 'pageKind' | 'pages' | 'blocks' | 'lines' | 'links'>;

export const NO_STRUCTURE: Structure = { sections: [], pageKind: null, pages: [], blocks: [], lines: [], links: [] };

export interface FlatDocument extends Pick<ReadDocument, 'format' | 'title' | 'text' | 'metadata' | 'warnings'> {
  readonly structure: Structure;
  /** What it says of the paper that it may be. */
  readonly findings?: PaperFindings;
}

export function flatten(read: ReadDocument): FlatDocument {
  const { format, title, metadata, warnings } = read;
  const own = trimmed(read);
  if (read.members.length === 0) return { format, title, metadata, warnings, ...own };
  let { text, structure } = own;
  const troubles = [...warnings];
  for (const member of read.members) {
    if ('error' in member) {
      troubles.push(`${member.name}: ${member.error.message}`);
      continue;
    }
    const inner = flatten(member.document);
    troubles.push(...inner.warnings.map((warning) => `${member.name}: ${warning}`));
    if (inner.text === '') continue;
    const start = text === '' ? 0 : text.length + GAP.length;
    text = text === '' ? inner.text : text + GAP + inner.text;
    structure = joined(structure, asSection(member, inner.structure), start);
  }
  return { format, title, metadata, warnings: troubles, text, structure };
}

const GAP = '\n\n';

/** Its own sections lie below that of its name; a page without a label ends those of the one before. */
function asSection({ name }: DocumentMember, inner: Structure): Structure {
  const below = inner.sections.map((section) => ({ ...section, level: section.level + 1 }));
  return {
    ...inner,
    sections: [{ title: name, level: 1, start: 0 }, ...below],
    pages: inner.pages[0]?.start === 0 ? inner.pages : [{ label: '', start: 0 }, ...inner.pages],
  };
}

function joined(one: Structure, other: Structure, start: number): Structure {
  const { sections, pages, blocks, lines, links } = shifted(other, start);
  return {
    sections: [...one.sections, ...sections],
    pageKind: one.pageKind ?? other.pageKind,
    pages: [...one.pages, ...pages],
    blocks: [...one.blocks, ...blocks],
    lines: [...one.lines, ...lines],
    links: [...one.links, ...links],
  };
}

function trimmed(read: ReadDocument): { text: string; structure: Structure } {
  // Half of a surrogate pair cannot be stored; what stands for it is as long.
  const text = read.text.trim().toWellFormed();
  const lead = read.text.length - read.text.trimStart().length;
  const { sections, pageKind, pages, blocks, lines, links } = read;
  const structure = { sections, pageKind, pages, blocks, lines, links };
  return { text, structure: within(lead === 0 ? structure : shifted(structure, -lead), text.length) };
}

/** Nothing points before or behind the text; what begins there begins at its end. */
function within(structure: Structure, length: number): Structure {
  const at = (offset: number): number => Math.min(Math.max(offset, 0), length);
  return mapped(structure, at);
}

function shifted(structure: Structure, by: number): Structure {
  return mapped(structure, (offset) => offset + by);
}

function mapped(
  { sections, pageKind, pages, blocks, lines, links }: Structure,
  at: (offset: number) => number,
): Structure {
  const begin = <Item extends { readonly start: number }>(item: Item): Item => ({ ...item, start: at(item.start) });
  const span = <Item extends { readonly start: number; readonly end: number }>(item: Item): Item => ({
    ...item,
    start: at(item.start),
    end: at(item.end),
  });
  return {
    sections: sections.map(begin),
    pageKind,
    pages: pages.map(begin),
    blocks: blocks.map(span).filter(({ start, end }) => end > start),
    lines: lines.map(begin),
    links: links.map(span).filter(({ start, end }) => end > start),
  };
}
