/** Questions that Git answers: repositories that were indexed may be read by who asks from this terminal, as they were when they were indexed. */
import { withWorkspace } from '../../../session/with-app.ts';
import { allowingFolder } from '../../../settings/allowing-folder.ts';
import { repositoryFolders } from '../../../settings/repository-folders.ts';
import type { CommandContext } from '../../command.ts';
import { withCode, type CodeQuestion } from './ask.ts';

export async function withGit<T>(context: CommandContext, work: (question: CodeQuestion) => Promise<T>): Promise<T> {
  const roots = await withWorkspace(context, async ({ app, workspace }) =>
    (await app.code.repositories(workspace)).map(({ value }) => value.root),
  );
  const settings = roots.flatMap(repositoryFolders).reduce(allowingFolder, context.settings);
  return withCode({ ...context, settings }, work);
}
