import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { toMetadata } from '../../views/papers/index.ts';

const structureOutput = z.object({
  pages: z.number().int(),
  characters: z.number().int(),
  sections: z.array(z.object({ title: z.string(), level: z.number().int(), page: z.string().optional() })),
  captions: z.number().int(),
  tables: z.number().int(),
  references: z.number().int(),
  scans: z.number().int(),
  annotations: z.array(
    z.object({
      kind: z.string(),
      page: z.number().int(),
      text: z.string().optional(),
      comment: z.string().optional(),
      author: z.string().optional(),
    }),
  ),
});

export default defineTool({
  name: 'extract_pdf_metadata',
  title: 'What a paper says of itself',
  description:
    'Title, authors, abstract, date and printed ids of a PDF, or of the text of a first page, as they are printed. Nothing is stored. A printed id may be of a cited paper: see its confidence.',
  input: z.strictObject({
    pdf_path: z.string().optional().describe('Absolute.'),
    text: z.string().max(1_000_000).optional().describe('Or the text of the first page.'),
    extract_text_preview: z.boolean().default(true),
    analyze_structure: z.boolean().default(false).describe('Also sections, captions, references, annotations.'),
  }),
  aliases: { path: 'pdf_path' },
  output: z.object({
    name: unlisted(z.string().optional()),
    title: z.string().optional(),
    title_from: unlisted(z.string().optional()),
    authors: z.array(z.string()),
    authors_total: unlisted(z.number().int().optional()),
    authors_printed: unlisted(z.array(z.string())),
    family_names: unlisted(z.array(z.string())),
    abstract: z.string().optional(),
    date: unlisted(z.record(z.string(), z.unknown()).optional()),
    identifiers: unlisted(z.array(z.object({ scheme: z.string(), value: z.string(), confidence: z.number() }))),
    pages: unlisted(z.number().int().optional()),
    file: unlisted(z.record(z.string(), z.unknown())),
    text_preview: unlisted(z.string().optional()),
    structure: unlisted(structureOutput.optional()),
    warnings: unlisted(z.array(z.string()).optional()),
  }),
  fieldNames: { path: 'pdf_path' },
  annotations: READS,
  async run({ pdf_path: path, text, extract_text_preview: preview, analyze_structure: structure }, context) {
    const asked = { client: context.caller.subject, signal: context.signal, preview, structure };
    return toMetadata(await context.app.research.reading.metadata({ ...asked, path, text }));
  },
  text: ({ title, authors, abstract, identifiers, date, pages, text_preview: preview, structure, warnings = [] }) =>
    [
      `${title ?? 'No title was found'}${pages === undefined ? '' : ` · ${pages} pages`}`,
      ...(authors.length > 0 ? [`Authors: ${authors.join(', ')}`] : []),
      ...(date ? [`Date: ${Object.values(date).join('-')}`] : []),
      ...identifiers.map(({ scheme, value, confidence }) => `${scheme}: ${value} (confidence ${confidence})`),
      ...(abstract === undefined ? [] : [`Abstract: ${abstract}`]),
      ...warnings.map((warning) => `Note: ${warning}`),
      ...(structure ? structureLines(structure) : []),
      ...(preview === undefined ? [] : ['Text:', preview]),
    ].join('\n'),
});

function structureLines({ sections, annotations, ...counts }: z.output<typeof structureOutput>): string[] {
  return [
    `${counts.pages} pages, ${counts.characters} characters, ${counts.captions} captions, ${counts.tables} tables, ${counts.references} references, ${counts.scans} pages without text`,
    ...sections.map(
      ({ title, level, page }) => `${'  '.repeat(level - 1)}${title}${page === undefined ? '' : ` · p. ${page}`}`,
    ),
    ...annotations.map(
      ({ kind, page, text = '', comment = '' }) =>
        `${kind}, p. ${page}: ${[text, comment].filter(Boolean).join(' — ')}`,
    ),
  ];
}
