/** What the tools for documents take and answer in the same words. */
import { DOCUMENT_STATES } from '@zapomni/core/documents';
import { z } from 'zod';
import { unlisted } from '../define-tool.ts';

export const documentName = z.string().min(1).describe('Id, name, path or URL.');

export const documentOutput = z.object({
  document_id: z.string(),
  name: z.string(),
  state: z.enum(DOCUMENT_STATES),
  source: unlisted(z.string().optional()),
  format: unlisted(z.string().optional()),
  title: unlisted(z.string().optional()),
  error: unlisted(z.object({ code: z.string(), message: z.string() }).optional()),
  warnings: unlisted(z.array(z.string()).optional()),
  pages: unlisted(z.number().int().optional()),
  page_kind: unlisted(z.string().optional()),
  sections: unlisted(z.number().int()),
  characters: unlisted(z.number().int()),
  bytes: unlisted(z.number().int()),
  sha256: unlisted(z.string().optional()),
  blob: unlisted(z.string().optional()),
  memory_id: unlisted(z.string().optional()),
  added_at: unlisted(z.string()),
  updated_at: unlisted(z.string()),
});

export const watchedOutput = z.object({
  path: z.string(),
  followed: z.boolean().describe('By some process, just now.'),
  include: z.array(z.string()).optional(),
  exclude: z.array(z.string()).optional(),
  since: z.string(),
});

export function watchedLine({ path, followed }: z.output<typeof watchedOutput>): string {
  return `Watched${followed ? '' : ', by no process just now'}: ${path}`;
}

export const outlineOutput = z.array(
  z.object({ title: z.string(), level: z.number().int(), start: z.number().int(), page: z.string().optional() }),
);

export function outlineLine({ title, level, page, start }: z.output<typeof outlineOutput>[number]): string {
  const where = page === undefined || page === title ? '' : ` (${page})`;
  return `${'  '.repeat(level - 1)}- ${title}${where} · cursor ${start}`;
}

export const broughtOutput = z.object({
  status: z.enum(['read', 'updated', 'unchanged', 'moved', 'gone', 'failed', 'forgotten']),
  document: documentOutput,
  embedded: unlisted(z.boolean()),
});

export function documentLine(document: z.output<typeof documentOutput>): string {
  const { name, document_id, format, title, pages, page_kind, characters, state, error, source } = document;
  const facts = [
    format,
    title === name ? undefined : title,
    pages === undefined ? undefined : `${pages} ${page_kind}s`,
    `${characters} characters`,
    source,
    document_id,
  ];
  const trouble = state === 'ok' ? '' : ` [${state}${error ? `: ${error.message}` : ''}]`;
  return `${name}${trouble} · ${facts.filter((fact) => fact !== undefined).join(' · ')}`;
}

export function broughtText({ status, document }: z.output<typeof broughtOutput>): string {
  const warnings = (document.warnings ?? []).map((warning) => `Note: ${warning}`);
  return [`${DONE[status]}: ${documentLine(document)}`, ...warnings].join('\n');
}

const DONE = {
  read: 'Read',
  updated: 'Read again, it had changed',
  unchanged: 'There already, unchanged',
  moved: 'Moved, and otherwise unchanged',
  gone: 'Gone: the file is not there any more, and searches of the present do not find it',
  failed: 'Could not be read',
  forgotten: 'Left out: the user has forgotten what it says',
} as const;
