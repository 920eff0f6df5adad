import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { repositoryOutput } from '../../fields/repository-fields.ts';
import { repositoryLine } from '../../lines/repository-lines.ts';
import { toRepositories } from '../../views/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'list_repositories',
  title: 'List repositories',
  description: 'Which repositories are indexed, how far, and whether their work trees have moved on since.',
  input: z.strictObject({ workspace_id: workspaceId.optional() }),
  output: z.object({ count: z.number().int(), repositories: z.array(repositoryOutput) }),
  annotations: READS,
  async run({ workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    const { code } = context.app;
    const asker = { client: context.caller.subject, signal: context.signal };
    const all = await code.repositories(workspace);
    const shown = await Promise.all(
      all.map(async (repository) => ({
        repository,
        fresh: await code.freshness(repository, asker),
        packages: await code.neededPackages(repository),
      })),
    );
    return toRepositories(shown, await code.linkedRepositories(workspace));
  },
  text: ({ repositories }) =>
    repositories.length === 0
      ? 'No repository is indexed here. index_codebase indexes one.'
      : repositories.map(repositoryLine).join('\n'),
});
