/**
 * Every tool of the group `research`, every argument, everything that can be wrong with it, through a real client: what is told names the
 * argument as the caller knows it, says what to do, and nothing is otherwise than before.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApp, type App } from '@zapomni/core';
import { openTestClient, textOf, type TestClient } from '@zapomni/testkit/client';
import { openTestDeps } from '@zapomni/testkit/deps';
import { makePdf } from '@zapomni/testkit/documents';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { openTestFiles } from '@zapomni/testkit/files';
import { openTestVault } from '@zapomni/testkit/notes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { loadTools } from '../../create-server.ts';

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-named-')));
const inside = (name: string): string => path.join(folder, name);
mkdirSync(inside('vault'));
mkdirSync(inside('papers'));
writeFileSync(inside('good.pdf'), makePdf({ pages: [{ runs: [{ text: 'Nothing but words', x: 60, y: 700 }] }] }));
writeFileSync(inside('page.pdf'), '<!doctype html><p>Sign in');
writeFileSync(inside('locked.pdf'), makePdf({ pages: [{ runs: [] }], locked: true }));
writeFileSync(inside('words.txt'), 'secret words of a file');
symlinkSync('/etc/hostname', inside('link.pdf'));

type Args = Record<string, unknown>;
interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
}

const ROTORS = '10.1000/rotors';
const MOSS = '10.1000/moss';
const paper = { article_identifier: ROTORS };

/** With these alone a tool has nothing to complain of; each case spoils one of them. */
const VALID: Record<string, Args> = {
  answer_question: { question: 'rotors' },
  analyze_topic: { topic: 'rotors' },
  batch_process_pdfs: { sources: [inside('page.pdf')] },
  check_references: { text: 'rotors' },
  compare_articles: { articles: [ROTORS, MOSS] },
  create_custom_index: { topic_filter: 'moss' },
  delete_article: paper,
  delete_custom_index: { index_name: 'zzzz qqqq' },
  download_pdf: { source: ROTORS },
  extract_citations: paper,
  extract_pdf_metadata: {},
  find_related_papers: { paper_identifier: ROTORS },
  format_citations: { articles: [ROTORS] },
  generate_reading_list: { topic_or_query: 'rotors' },
  generate_research_summary: { topic_or_query: 'rotors' },
  get_article_details: paper,
  get_citation_context: paper,
  import_bibliography: { content: '@book{x, title = {X}}', dry_run: true },
  inspect_chunks: paper,
  locate_pdf: paper,
  merge_articles: { into: ROTORS, from: MOSS },
  process_pdf: { path: inside('good.pdf'), paper: 'no' },
  read_article: paper,
  restore_collection: { backup: 'x' },
  search_articles: { query: 'rotors' },
  split_article: { ...paper, identifiers: [ROTORS] },
  update_article_metadata: { ...paper, add_tags: ['wind'] },
};
/** What has to be left out where another one is given in its place. */
const INSTEAD: Record<string, readonly string[]> = {
  'process_pdf.url': ['path'],
  'process_pdf.identifier': ['path'],
  'import_bibliography.path': ['content'],
  'split_article.undo': ['article_identifier', 'identifiers'],
  'batch_process_pdfs.directory_path': ['sources'],
};
/** Of these, some odd values are as good as any other, and what they do would be in the way of the next. */
const SPOILT: Record<string, readonly unknown[]> = {
  'split_article.title': ['', '  ', '\ud800', 'x'.repeat(100_001), 5],
};
/** The fault lies in what another argument named, or in none of them. */
const OTHERS: Record<string, readonly string[]> = {
  // A set of that name was made on the way.
  'delete_custom_index.index_name': ['confirm_deletion'],
  'read_article.section': ['article_identifier'],
  'read_article.page': ['article_identifier'],
  'read_article.cursor': ['article_identifier'],
  'extract_pdf_metadata.extract_text_preview': ['pdf_path'],
  'extract_pdf_metadata.analyze_structure': ['pdf_path'],
};
const TEXTS = [
  '',
  '   ',
  'x'.repeat(6000),
  'y'.repeat(300_000),
  'zzzz qqqq',
  'doi:10.1',
  '\0',
  '\ud800',
  '-only',
  '../../x',
  '/etc/passwd',
  inside('none.pdf'),
  inside('papers'),
  inside('words.txt'),
  inside('page.pdf'),
  inside('locked.pdf'),
  inside('link.pdf'),
  12_345,
];

function valuesFor({ type, enum: words, minimum = 0, maximum = 1e15 }: Schema): readonly unknown[] {
  if (words) return ['zz', '', 1];
  if (type === 'string') return TEXTS;
  if (type === 'integer' || type === 'number') return [minimum - 1, maximum + 1, 'x'];
  if (type === 'array')
    return [
      [''],
      ['  '],
      ['zzzz qqqq'],
      ['x'.repeat(6000)],
      ['\ud800'],
      Array.from({ length: 10_001 }, () => MOSS),
      'x',
    ];
  if (type === 'object') return [{ zz: 1 }, { zz: 'x' }, { '': '' }, 'x'];
  return type === 'boolean' ? ['x', 1] : [];
}

/** No fault of an argument. */
const OUTSIDE = new Set(['NETWORK_OFF', 'INVALID_CONFIG', 'RATE_LIMITED']);
const tools = await loadTools('research');
/** Whose arguments are spoilt one at a time, with all others as they should be. */
const OWN = new Set((await loadTools('papers,collection')).map(({ name }) => name));
for (const { name } of (await loadTools('research')).filter((tool) => tool.name in VALID)) OWN.add(name);

describe('what is wrong is said of the argument', () => {
  const test = openTestDeps({
    settings: { graph: 'off' },
    files: openTestFiles({ roots: [folder], logger: createRecordingLogger(), maxBytes: 1e7 }),
  });
  let app: App;
  let zapomni: TestClient;
  let listed: ReadonlySet<string>;
  let made = 0;

  beforeAll(async () => {
    app = createApp({ ...test.deps, ...openTestVault(inside('vault')) });
    zapomni = await openTestClient({ app, settings: { tools: 'research' } });
    listed = new Set((await zapomni.client.listTools()).tools.map(({ name }) => name));
    const item = (title: string, doi: string) => ({
      type: 'article-journal' as const,
      title,
      contributors: [{ role: 'author' as const, family: 'Berg', given: 'Ada' }],
      identifiers: [{ scheme: 'doi' as const, value: doi }],
      issued: { year: 2019 },
    });
    const items = [item('Quiet rotors for small turbines', ROTORS), item('Collected observations of moss', MOSS)];
    const arrivals = items.map((one) => ({ item: one, source: 'user' }));
    await app.research.library.save({ workspace: 'default', arrivals });
  });
  afterAll(async () => {
    await zapomni.close();
    await app.close();
    await test.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const state = async (): Promise<string> => {
    const { items } = await app.research.library.list({ workspace: 'default', limit: 100 });
    const { total } = await app.memories.list({ workspace: 'default', limit: 1 });
    const kept = await app.workspaces.list();
    return JSON.stringify([items.map(({ key, version }) => [key, version]), total, kept]);
  };

  const spoil = async (tool: string, field: string, value: unknown, called = field) => {
    const { [field]: _valid, ...valid } = VALID[tool] ?? {};
    const rest = Object.entries(valid).filter(([name]) => !INSTEAD[`${tool}.${field}`]?.includes(name));
    const fresh = tool === 'create_custom_index' && field !== 'index_name' ? { index_name: `set ${made++}` } : {};
    const isReading = tools.some((one) => one.name === tool && one.annotations.readOnlyHint);
    const before = isReading ? '' : await state();
    const result = await zapomni.raw(tool, { ...Object.fromEntries(rest), ...fresh, [called]: value });
    const told = { text: textOf(result), after: result.isError && !isReading ? await state() : before, before };
    return { ...told, isError: result.isError === true, error: result._meta?.['error'] as Told | undefined };
  };

  interface Told {
    readonly code: string;
    readonly hint?: string;
    readonly issues?: readonly { readonly field: string }[];
  }

  it.each(tools.map(({ name }) => name))('%s', async (name) => {
    if (!listed.has(name)) return;
    const tool = tools.find((one) => one.name === name);
    const schema = z.toJSONSchema(tool?.input ?? z.object({}), { io: 'input' });
    const names = Object.keys(schema.properties ?? {});
    for (const [field, one] of Object.entries(schema.properties ?? {}) as [string, Schema][]) {
      for (const value of SPOILT[`${name}.${field}`] ?? valuesFor(one)) {
        const { isError, text, error, before, after } = await spoil(name, field, value);
        if (!isError) continue;
        const what = `${field} = ${JSON.stringify(value).slice(0, 60)}: ${text.slice(0, 300)}`;
        expect(after, what).toBe(before);
        expect(text, what).not.toMatch(/secret words|INTERNAL/);
        expect(error?.hint ?? '', what).not.toBe('');
        expect(text.length, what).toBeLessThan(5000);
        if (OUTSIDE.has(error?.code ?? '')) continue;
        const roots = (error?.issues ?? []).map((issue) => issue.field.split(/[.[]/, 1)[0]);
        const allowed = OWN.has(name) ? [field, ...(OTHERS[`${name}.${field}`] ?? [])] : names;
        expect(roots.length, what).toBeGreaterThan(0);
        for (const root of roots) expect(allowed, what).toContain(root);
        expect(text, what).toContain(`${roots[0]}`);
      }
      const wrong = await spoil(name, field, one.type === 'object' ? 5 : { never: true });
      expect(wrong.text, field).toMatch(new RegExp(`INVALID_INPUT: Invalid arguments for ${name}\\..*\\b${field}`));
    }
  });

  it.each(tools.flatMap(({ name, aliases = {} }) => Object.entries(aliases).map(([alias, own]) => [name, alias, own])))(
    '%s: %s, as it was called',
    async (name, alias, own) => {
      for (const value of ['', { never: true }]) {
        const { isError, text, error } = await spoil(name, own, value, alias);
        expect(isError).toBe(true);
        expect(error?.issues?.map(({ field }) => field)).toEqual([alias]);
        expect(text).toMatch(new RegExp(`\\b${alias}: `));
      }
    },
  );
});
