import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseConfig } from '@zapomni/core/config';
import { createFakeEmbedder, createRecordingLogger } from '@zapomni/testkit/fakes';
import { removeTemporaryFolders, temporaryFolder } from '../testing/run-zapomni.ts';
import { wireApp } from '../wire/wire.ts';
import { launchCommand, welcome } from './welcome.ts';

afterAll(removeTemporaryFolders);

const paint = (_style: unknown, text: string) => text;

describe('welcome', () => {
  it('says where the data lies, how much there is and how to connect, and makes no store', async () => {
    const dataDir = path.join(temporaryFolder(), 'data');
    const app = wireApp(parseConfig({ data_dir: dataDir }), createRecordingLogger(), createFakeEmbedder());
    const command = launchCommand('ignored', false);
    const before = await welcome({ app, dataDir, command, paint });
    expect(before).toContain(dataDir);
    expect(before).toContain('none yet');
    expect(before).toContain('claude mcp add zapomni -- npx -y zapomni\n');
    expect(before).toContain('Ctrl-C');
    const block = before.split('\n').find((line) => line.includes('mcpServers')) ?? '';
    expect(JSON.parse(block)).toEqual({ mcpServers: { zapomni: { command: 'npx', args: ['-y', 'zapomni'] } } });
    await app.memories.add({ workspace: 'default', drafts: [{ text: 'one' }], batch: false });
    expect(await welcome({ app, dataDir, command, paint })).toContain('1 in 1 workspace');
    await app.close();
  });

  it('names the sources when it runs from them, quoted for a shell', async () => {
    const command = launchCommand("/a folder/it's.ts", true);
    expect(command).toEqual([process.execPath, "/a folder/it's.ts"]);
    const dataDir = path.join(temporaryFolder(), 'none');
    const app = wireApp(parseConfig({ data_dir: dataDir }), createRecordingLogger(), createFakeEmbedder());
    expect(await welcome({ app, dataDir, command, paint })).toContain(String.raw` '/a folder/it'\''s.ts'`);
    await app.close();
  });
});
