import type { Finding, ImportFormat, SourceFile, SourceItem } from '../import-format.ts';
import { readFrontMatter } from '../shapes/front-matter.ts';
import { isMarkdown } from '../shapes/note.ts';
import { sectionsOf, type Section } from '../shapes/sections.ts';
import { keyOf, metadataOf, textOf, timeOf } from '../shapes/values.ts';

const FILES = /(?:^|\/)(?:MEMORY|CLAUDE|CLAUDE\.local|AGENTS|AGENTS\.override|GEMINI)\.md$/i;

export const agentNotes: ImportFormat = {
  name: 'agent-notes',
  needs: 'MEMORY.md, CLAUDE.md, AGENTS.md or GEMINI.md, or a folder with such files at any depth',
  comes:
    'Each section as one memory, with its headings in the text and as `metadata.headings`; what stands before the first heading too.',
  lost: 'Files that they name (`@imports`). Sections without words of their own. Sections carry no time.',
  cutOf: (relative, named) => (FILES.test(relative) || (named && isMarkdown(relative)) ? 'note' : null),
  open: (file) => ({ take: (item) => readSections(item, file) }),
};

function* readSections({ where, value }: SourceItem, file: SourceFile): Generator<Finding> {
  const { fields, body } = readFrontMatter(textOf(value));
  const times = new Map<string, number>();
  for (const section of sectionsOf(body)) {
    const heading = section.headings.join(' › ');
    const place = heading === '' ? where : `${where} › ${heading}`;
    const nth = (times.get(heading) ?? 0) + 1;
    times.set(heading, nth);
    if (section.text === '') yield { where: place, skipped: 'is a heading without words of its own' };
    else yield { where: place, draft: draftOf({ section, file, nth, time: timeOf(fields.date) }) };
  }
}

function draftOf(of: { section: Section; file: SourceFile; nth: number; time: string | undefined }) {
  const { section, file, nth, time } = of;
  const heading = section.headings.join(' › ');
  return {
    text: heading === '' ? section.text : `${heading}\n\n${section.text}`,
    source: file.path,
    kind: 'note',
    tags: [],
    metadata: metadataOf({ headings: section.headings, title: section.headings.at(-1), timestamp: time }),
    key: keyOf('agent-notes', file.path, nth === 1 ? heading : `${heading}#${nth}`),
  };
}
