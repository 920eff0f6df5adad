/** What all questions about code have in common: which repository, which name, where one is. */
import path from 'node:path';
import type { App } from '@zapomni/core';
import { usageError } from '../../../arguments/arguments.ts';
import { thisMachine } from '../../../settings/given-settings.ts';
import { withWorkspace } from '../../../session/with-app.ts';
import type { CommandContext } from '../../command.ts';

export interface CodeQuestion {
  readonly app: App;
  readonly scope: { readonly workspace: string; readonly repository: string | undefined };
  /** The folder that one is in. */
  readonly cwd: string;
}

export function withCode<T>(context: CommandContext, work: (question: CodeQuestion) => Promise<T>): Promise<T> {
  const { cwd } = thisMachine();
  return withWorkspace(context, async ({ app, workspace }) => {
    const repository = context.args.text('repository') ?? (await around(app, workspace, cwd));
    return work({ app, scope: { workspace, repository }, cwd });
  });
}

/** The repository that one is in, if it is indexed. */
async function around(app: App, workspace: string, cwd: string): Promise<string | undefined> {
  const all = await app.code.repositories(workspace);
  const isIn = all.some(({ value: { root } }) => cwd === root || cwd.startsWith(root + path.sep));
  return isIn ? cwd : undefined;
}

export function nameIn({ args }: CommandContext, action: string): string {
  if (args.positionals.length === 0) throw usageError(`code ${action}: name a symbol.`);
  return args.positionals.join(' ');
}

/** One folder at most. */
export function folderIn({ args }: CommandContext, action: string): string | undefined {
  const [folder, ...more] = args.positionals;
  if (more.length > 0) throw usageError(`code ${action}: name one folder of the repository, or none.`);
  return folder;
}
