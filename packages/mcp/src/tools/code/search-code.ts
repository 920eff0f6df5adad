import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { codeScope } from '../../fields/code-fields.ts';
import { shorten } from '../../lines/memory-lines.ts';
import { toCodeSearch } from '../../views/index.ts';
import { workspaceToUse } from '../../workspace.ts';

const whole = z.number().int();

const symbol = z.object({
  symbol_id: z.string(),
  name: z.string(),
  kind: z.string(),
  line: unlisted(whole),
  signature: z.string(),
  doc: unlisted(z.string().optional()),
  callers: whole,
  callees: unlisted(whole),
});

const place = z.object({
  path: z.string(),
  line: whole,
  end_line: whole,
  repository: z.string(),
  language: unlisted(z.string().optional()),
  symbol: symbol.optional(),
  text: z.string(),
  text_line: unlisted(whole),
  matched: z.array(z.string()),
  score: unlisted(z.number()),
  is_test: unlisted(z.boolean().optional()),
  others: unlisted(z.array(z.object({ line: whole, end_line: whole, name: z.string().optional() })).optional()),
});

const names = z.union([z.string(), z.array(z.string()).max(20)]);

export default defineTool({
  name: 'search_code',
  title: 'Search code',
  description:
    'Find places in indexed code by what they do, words, symbol (Foo.bar), path, or a whole issue report or traceback. Use it instead of grep.',
  input: z.strictObject({
    query: z.string(),
    path: z.string().optional().describe('Folder, file, or pattern: src/**/*.ts.'),
    language: names.optional(),
    kind: names.optional().describe('function, method, class …'),
    symbol: z.string().optional().describe('Only in this symbol.'),
    include_tests: z.boolean().default(true),
    limit: whole.min(1).max(50).default(10),
    budget_tokens: whole.min(1).max(100_000).optional(),
    ...codeScope,
  }),
  output: z.object({
    count: whole,
    results: z.array(place),
    left_out: whole,
    embedded: unlisted(z.number().optional()),
    indexing: unlisted(z.array(z.string()).optional()),
  }),
  annotations: READS,
  async run({ workspace_id, language, kind, include_tests, budget_tokens, ...ask }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    const narrowing = { languages: toList(language), kinds: toList(kind), includeTests: include_tests };
    const { signal } = context;
    return toCodeSearch(await context.app.code.search({ workspace, ...ask, ...narrowing, signal }), budget_tokens);
  },
  text: (found) =>
    [
      found.count === 0 ? nothing(found.left_out) : `${found.count} places${notes(found)}:`,
      ...found.results.map((one, i) => `${i + 1}. ${lines(one, found.results)}`),
      ...(found.count > 0 && found.left_out > 0 ? [`${found.left_out} more files match less well.`] : []),
    ].join('\n'),
});

function toList(given: string | readonly string[] | undefined): readonly string[] | undefined {
  return typeof given === 'string' ? [given] : given;
}

function nothing(leftOut: number): string {
  if (leftOut > 0) return `The ${leftOut} that match do not fit budget_tokens. Raise it.`;
  return 'Nothing in the indexed code matches. Try other words, or drop a filter.';
}

function notes({ embedded, indexing }: { embedded?: number | undefined; indexing?: string[] | undefined }): string {
  const said = [
    ...(embedded === undefined || embedded === 0 ? ['by words and names: there are no vectors yet'] : []),
    ...(embedded !== undefined && embedded > 0 && embedded < 1
      ? [`vectors are ${Math.floor(embedded * 100)} % there`]
      : []),
    ...(indexing ? [`still being indexed: ${indexing.join(', ')}`] : []),
  ];
  return said.length > 0 ? ` (${said.join('; ')})` : '';
}

type Place = z.output<typeof place>;

function lines(one: Place, all: readonly Place[]): string {
  const { path, line, end_line: last, symbol: shown, text, text_line: first, matched, others = [], repository } = one;
  const several = all.some((other) => other.repository !== repository);
  const named = shown
    ? `  ${shorten(shown.signature || shown.name, 200)}  (${shown.kind}, called by ${shown.callers})`
    : '';
  return [
    `${several ? `${repository}: ` : ''}${shorten(path, 300)}:${line}–${last}${named}  [${matched.join(', ')}]`,
    ...text.split('\n').map((code, i) => `${String(first + i).padStart(6)}  ${code}`),
    ...(others.length > 0 ? [`   also ${others.map(otherPlace).join(', ')}`] : []),
  ].join('\n');
}

function otherPlace({ line, end_line: last, name }: NonNullable<Place['others']>[number]): string {
  return `${line}–${last}${name === undefined ? '' : ` ${shorten(name, 100)}`}`;
}
