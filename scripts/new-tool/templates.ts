/** A new tool and its test: complete and passing, so that writing it means changing something that works. */
import { toToolName, type ToolFile } from '../gen/tool-files.ts';

export function toolTemplate({ file }: ToolFile): string {
  const name = toToolName(file);
  return `import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: '${name}',
  title: '${toTitle(file)}',
  description: 'What it does, and when a model should call it.',
  input: z.strictObject({ workspace_id: workspaceId.optional() }),
  output: z.object({ workspace_id: z.string() }),
  annotations: READS,
  async run({ workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    return { workspace_id: workspace };
  },
  text: ({ workspace_id }) => \`Workspace: \${workspace_id}\`,
});
`;
}

export function testTemplate({ file }: ToolFile): string {
  const name = toToolName(file);
  return `import { openTestClient, type TestClient } from '@zapomni/testkit/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

describe('${name}', () => {
  let client: TestClient;
  beforeEach(async () => {
    client = await openTestClient();
  });
  afterEach(() => client.close());

  it('works in the workspace of the session', async () => {
    expect(await client.call('${name}')).toEqual({ workspace_id: 'default' });
  });

  it('refuses an argument it does not know, and names it', async () => {
    expect(await client.fails('${name}', { surprise: true })).toContain('surprise');
  });
});
`;
}

const toTitle = (file: string) => file.charAt(0).toUpperCase() + file.slice(1).replaceAll('-', ' ');
