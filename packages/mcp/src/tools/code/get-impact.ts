import { DEEPEST_IMPACT } from '@zapomni/core/code';
import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { codeScope, meaningOutput, symbolName } from '../../fields/code-fields.ts';
import { leftOutText, symbolLine, unclearText } from '../../lines/code-lines.ts';
import { toImpact } from '../../views/index.ts';
import { workspaceToUse } from '../../workspace.ts';

const whole = z.number().int();
const affected = z.object({
  symbol_id: unlisted(z.string().optional()),
  name: z.string().optional(),
  kind: unlisted(z.string().optional()),
  path: z.string(),
  line: whole,
  score: z.number(),
  depth: whole,
  why: unlisted(z.object({ relation: z.string(), how: z.string(), of: z.string().optional() })),
});
const file = z.object({
  path: z.string(),
  score: z.number(),
  symbols: whole,
  is_test: z.boolean().optional(),
  changed_together: whole.optional(),
});

export default defineTool({
  name: 'get_impact',
  title: 'What may break',
  description: 'What may break if a symbol changes, likeliest first: callers of callers, tests that reach it, files.',
  input: z.strictObject({
    name: symbolName,
    depth: whole.min(1).max(DEEPEST_IMPACT).default(3),
    limit: whole.min(1).max(200).default(30),
    ...codeScope,
  }),
  output: z.object({
    ...meaningOutput,
    affected_total: whole.optional(),
    by_depth: unlisted(z.array(whole).optional()),
    complete: unlisted(z.boolean().optional()),
    affected: z.array(affected).optional(),
    tests_total: unlisted(whole.optional()),
    tests: unlisted(z.array(affected).optional()),
    tests_indexed: unlisted(z.boolean().optional()),
    files_total: unlisted(whole.optional()),
    files: unlisted(z.array(file).optional()),
  }),
  annotations: READS,
  aliases: { symbol: 'name', qualified_name: 'name' },
  async run({ workspace_id, ...ask }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    return toImpact(await context.app.code.impact({ workspace, ...ask }));
  },
  text(answer, { name, depth }) {
    const { symbol, affected: shown = [], tests = [], files = [] } = answer;
    if (!symbol) return unclearText(name, answer);
    const { affected_total: all = 0, tests_total: allTests = 0, files_total: allFiles = 0 } = answer;
    return [
      `If ${symbolLine(symbol)} changes, within ${depth} steps:`,
      ...part('symbols', shown.map(line), all),
      ...(answer.tests_indexed ? part('tests', tests.map(line), allTests) : [NO_TESTS]),
      ...part(
        'files',
        files.map((one) => `${one.path} (${fileText(one)})`),
        allFiles,
      ),
      ...leftOutText(answer),
    ].join('\n');
  },
});

const NO_TESTS = 'Tests are not indexed, so that those which reach it are not known: index_codebase has include_tests.';

function part(what: string, lines: readonly string[], total: number): string[] {
  if (total === 0) return [`No ${what} are known to be affected.`];
  return [`${lines.length} of ${total} ${what}:`, ...lines.map((one) => `- ${one}`)];
}

function line({ name, path, line: at, score, depth, why }: z.output<typeof affected>): string {
  const by = `${why.relation} ${why.of ?? ''}`.trim();
  return `${path}:${at} ${name ?? 'the top of the file'} [${score.toFixed(2)}, step ${depth}, ${by}, ${why.how}]`;
}

function fileText({ symbols, score, changed_together: together }: z.output<typeof file>): string {
  const changed = together === undefined ? '' : `, changed together in ${together} commits`;
  return `${symbols} ${symbols === 1 ? 'symbol' : 'symbols'}, ${score.toFixed(2)}${changed}`;
}
