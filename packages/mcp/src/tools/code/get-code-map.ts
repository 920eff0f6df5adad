import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { codeScope } from '../../fields/code-fields.ts';
import { toCodeMap } from '../../views/index.ts';
import { workspaceToUse } from '../../workspace.ts';

const whole = unlisted(z.number().int());

export default defineTool({
  name: 'get_code_map',
  title: 'Map of a repository',
  description: 'An outline of a repository or folder within a budget: its folders, files and most important symbols.',
  input: z.strictObject({
    path: z.string().optional().describe('Folder or file.'),
    budget_tokens: z.number().int().min(100).max(50_000).default(2000),
    ...codeScope,
  }),
  output: z.object({
    repository: unlisted(z.string()),
    path: unlisted(z.string().optional()),
    map: z.string(),
    tokens: whole,
    files_shown: whole,
    files_total: whole,
    symbols_shown: whole,
    symbols_total: whole,
  }),
  annotations: READS,
  async run({ path, budget_tokens, repository, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    return toCodeMap(await context.app.code.map({ workspace, repository, path, budget: budget_tokens }));
  },
  text: ({ map }) => map,
});
