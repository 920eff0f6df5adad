/** What a call did to what is remembered, for whoever keeps account of it: its kind, and the memories that its answer names. */
import type { ZapomniTool } from './define-tool.ts';

export type DeedKind = 'read' | 'stored' | 'changed' | 'forgot';

const MOST_NAMED = 5;
const DEEPEST = 4;
/** An answer that holds a whole library is not gone through to its end. */
const MOST_LOOKED_AT = 2000;

/**
 * What hints do not tell: to take in the same file twice changes nothing more, and yet it stores; what is written for the user to
 * carry away, or only looked at elsewhere, leaves what is remembered as it was.
 */
const BY_NAME: ReadonlyMap<string, DeedKind> = new Map([
  ...'add_document add_folder process_pdf batch_process_pdfs download_pdf import_bibliography index_codebase run_discovery'
    .split(' ')
    .map((name) => [name, 'stored'] as const),
  ...'export_graph export_bibliography export_article_data backup_collection locate_pdf validate_pdf_sources analyze_source_url'
    .split(' ')
    .map((name) => [name, 'read'] as const),
]);

export function kindOf({ name, annotations }: Pick<ZapomniTool, 'name' | 'annotations'>): DeedKind {
  const named = BY_NAME.get(name);
  if (named) return named;
  const { readOnlyHint, destructiveHint, idempotentHint } = annotations;
  if (readOnlyHint) return 'read';
  if (destructiveHint) return 'forgot';
  return idempotentHint ? 'changed' : 'stored';
}

/** The first few, and how many there are. */
export function memoriesIn(answer: unknown): { readonly ids: readonly string[]; readonly count: number } {
  const found = new Set<string>();
  const left = { looks: MOST_LOOKED_AT };
  collect(answer, found, left, 0);
  return { ids: [...found].slice(0, MOST_NAMED), count: found.size };
}

function collect(value: unknown, found: Set<string>, left: { looks: number }, depth: number): void {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return;
  for (const [name, inner] of Object.entries(value)) {
    if (left.looks-- <= 0) return;
    if (name === 'memory_id' && typeof inner === 'string') found.add(inner);
    else collect(inner, found, left, depth + 1);
  }
}
