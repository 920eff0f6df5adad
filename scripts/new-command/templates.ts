/** A new command and its test: complete and passing, so that writing it means changing something that works. */
import type { CommandFile } from '../gen/command-files.ts';

export function commandTemplate({ file }: CommandFile): string {
  return `import { usageError } from '../../arguments/arguments.ts';
import { printJson } from '../../output/print-json.ts';
import { withWorkspace } from '../../session/with-app.ts';
import type { Command, CommandSpec } from '../command.ts';

export const spec: CommandSpec = {
  name: '${file}',
  summary: 'What it does, in one line.',
  usage: ['zapomni ${file}'],
  options: {},
  examples: [],
};

export const run: Command = async (context) => {
  const { args, terminal } = context;
  if (args.positionals.length > 0) throw usageError('${file} takes no words.');
  await withWorkspace(context, async ({ app, workspace }) => {
    const { memories } = await app.workspaces.find(workspace);
    if (args.has('json')) printJson(terminal, { workspace_id: workspace, memories });
    else terminal.print(\`Workspace \${workspace} has \${memories} memories.\`);
  });
};
`;
}

export function testTemplate({ file }: CommandFile): string {
  return `import path from 'node:path';
import { createFakeEmbedder } from '@zapomni/testkit/fakes';
import { afterAll, describe, expect, it } from 'vitest';
import { openInProcess } from '../../testing/run-in-process.ts';
import { removeTemporaryFolders, temporaryFolder } from '../../testing/run-zapomni.ts';

const { run: zapomni, close } = openInProcess(path.join(temporaryFolder(), 'data'), createFakeEmbedder());
afterAll(async () => {
  await close();
  removeTemporaryFolders();
});

describe('${file}', () => {
  it('works in the workspace in use', async () => {
    const { stdout, status } = await zapomni(['${file}', '--json']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ workspace_id: 'default', memories: 0 });
  });

  it('refuses an option it does not know, and names it', async () => {
    const { stderr, status } = await zapomni(['${file}', '--surprise']);
    expect(status).toBe(2);
    expect(stderr).toContain('--surprise');
  });
});
`;
}
