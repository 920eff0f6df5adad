import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { codeScope, meaningOutput, symbolName, symbolOutput } from '../../fields/code-fields.ts';
import { leftOutText, symbolLine, unclearText } from '../../lines/code-lines.ts';
import { toHierarchy } from '../../views/index.ts';
import { workspaceToUse } from '../../workspace.ts';

const relative = symbolOutput.extend({
  relation: z.string(),
  depth: z.number().int(),
  through: unlisted(z.string().optional()),
});

export default defineTool({
  name: 'get_hierarchy',
  title: 'Bases and derived classes',
  description: 'What a class comes from and what comes from it; of a method, what it overrides and what overrides it.',
  input: z.strictObject({
    name: symbolName,
    depth: z.number().int().min(1).max(100).optional().describe('All if not said.'),
    limit: z.number().int().min(1).max(500).default(100),
    ...codeScope,
  }),
  output: z.object({
    ...meaningOutput,
    above: z.array(relative).optional(),
    below: unlisted(z.array(relative).optional()),
    below_total: unlisted(z.number().int().optional()),
    external_bases: unlisted(z.array(z.string()).optional()),
    complete: unlisted(z.boolean().optional()),
  }),
  annotations: READS,
  aliases: { symbol: 'name', qualified_name: 'name' },
  async run({ workspace_id, ...ask }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    return toHierarchy(await context.app.code.hierarchy({ workspace, ...ask }));
  },
  text(answer, { name }) {
    const { symbol, above = [], below = [], below_total: total = 0, external_bases: external = [] } = answer;
    if (!symbol) return unclearText(name, answer);
    return [
      `${symbolLine(symbol)}: ${above.length + external.length} above, ${total} below.`,
      ...above.map((one) => `- above ${line(one)}`),
      ...external.map((one) => `- above ${one}, not of this repository`),
      ...below.map((one) => `- below ${line(one)}`),
      ...leftOutText({ ...answer, left_out: total - below.length }),
    ].join('\n');
  },
});

function line(one: z.output<typeof relative>): string {
  return `${symbolLine(one)} [${one.relation}, step ${one.depth}${one.through === undefined ? '' : `, through ${one.through}`}]`;
}
