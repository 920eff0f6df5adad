import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { codeScope, symbolOutput } from '../../fields/code-fields.ts';
import { symbolLine } from '../../lines/code-lines.ts';
import { toDeadCode } from '../../views/index.ts';
import { workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'find_dead_code',
  title: 'Find unused code',
  description:
    'Functions and classes that nothing seems to use, with why that is believed. Never certain: check first.',
  input: z.strictObject({
    path: z.string().optional().describe('Only in this folder or file.'),
    include_exported: z.boolean().default(false),
    limit: z.number().int().min(1).max(200).default(50),
    ...codeScope,
  }),
  output: z.object({
    repository: unlisted(z.string()),
    count: z.number().int(),
    complete: unlisted(z.boolean()),
    symbols_looked_at: unlisted(z.number().int()),
    tests_indexed: unlisted(z.boolean()),
    symbols: z.array(symbolOutput.extend({ confidence: z.string(), why: unlisted(z.array(z.string())) })),
    not_reported: unlisted(z.record(z.string(), z.number().int())),
  }),
  annotations: READS,
  async run({ path, include_exported: exported, limit, repository, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    const { signal } = context;
    return toDeadCode(await context.app.code.deadCode({ workspace, repository, path, exported, limit, signal }));
  },
  text({ repository, count, complete, symbols, tests_indexed: hasTests, not_reported: spared }) {
    const others = Object.entries(spared).map(([why, n]) => `${n} ${why.replaceAll('_', ' ')}`);
    return [
      count === 0
        ? `Nothing in ${repository} is believed to be unused.`
        : `${count} in ${repository} may be unused. Nobody can be sure: other repositories, reflection and frameworks leave no trace here.`,
      ...symbols.map((one) => `- ${symbolLine(one)} [${one.confidence}] ${one.why.join('; ')}`),
      ...(others.length > 0 ? [`Without callers, but not reported: ${others.join(', ')}.`] : []),
      ...(hasTests ? [] : ['Tests are not indexed, and may use some of these.']),
      ...(complete ? [] : ['There may be more: raise limit, or name a path.']),
    ].join('\n');
  },
});
