import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { removeTemporaryFolders, runZapomni, temporaryFolder } from '../../testing/run-zapomni.ts';

afterAll(removeTemporaryFolders);

const CURSOR = '{\n  // mine\n  "mcpServers": {}\n}\n';

async function machine() {
  const home = temporaryFolder();
  await mkdir(path.join(home, '.cursor'));
  await mkdir(path.join(home, '.codex'));
  await mkdir(path.join(home, 'project', '.git'), { recursive: true });
  await writeFile(path.join(home, '.cursor', 'mcp.json'), CURSOR);
  const env = { HOME: home, ZAPOMNI_DATA_DIR: path.join(home, 'data') };
  const setup = (...args: string[]) => runZapomni(['setup', ...args], { env, cwd: path.join(home, 'project') });
  const read = (...file: string[]) => readFileSync(path.join(home, ...file), 'utf8');
  return { home, setup, read };
}

describe('setup', () => {
  it('connects what is here, starts it once to see it answer, and takes it off again', async () => {
    const { home, setup, read } = await machine();
    const shown = await setup();
    expect([shown.status, read('.cursor', 'mcp.json')]).toEqual([0, CURSOR]);
    expect(shown.stderr).toContain('Add --yes');
    const done = await setup('--yes', '--rules');
    expect([done.status, done.stderr]).toEqual([0, '']);
    expect(done.stdout).toMatch(/Cursor .*mcp\.json[^]*\+ {5}"zapomni": \{[^]*✓ Connected/);
    expect(done.stdout).toMatch(/✓ zapomni \d\S* answered with \d+ tools\./);
    expect(read('.codex', 'AGENTS.md')).toContain('search_memory');
    for (const folder of ['.agents', '.cursor'])
      expect(read(folder, 'skills', 'zapomni', 'SKILL.md')).toMatch(/^---\nname: zapomni\ndescription: /);
    const again = await setup('--yes', '--no-verify');
    expect(again.stdout.match(/Connected already/g)).toHaveLength(2);
    const list = JSON.parse((await setup('--list', '--json')).stdout) as {
      clients: { client: string; found: boolean }[];
    };
    expect(list.clients.filter(({ found }) => found).map(({ client }) => client)).toEqual(['codex', 'cursor']);
    expect((await setup('--list')).stdout).toMatch(/^cursor +yes +user /m);
    expect((await setup('--remove', '--yes')).status).toBe(0);
    expect(read('.cursor', 'mcp.json')).toBe(CURSOR);
    expect(existsSync(path.join(home, '.codex', 'config.toml'))).toBe(false);
    expect(existsSync(path.join(home, '.codex', 'AGENTS.md'))).toBe(false);
    for (const folder of ['.agents', '.cursor']) expect(readdirSync(path.join(home, folder, 'skills'))).toEqual([]);
  });

  it('writes for a project, and for a running server', async () => {
    const { setup, read } = await machine();
    const url = 'http://127.0.0.1:59999/mcp';
    const done = await setup('--scope', 'project', '--http', url, '--yes', '--no-verify');
    expect(done.status).toBe(0);
    expect(JSON.parse(read('project', '.cursor', 'mcp.json'))).toEqual({ mcpServers: { zapomni: { url } } });
    expect(read('.cursor', 'mcp.json')).toBe(CURSOR);
    const refused = await setup('--client', 'cursor', '--http', url, '--yes');
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('does not answer')]);
  });

  it('shows with --dry-run what it would write, and writes nothing anywhere', async () => {
    const { home, setup } = await machine();
    const files = () => {
      const all = readdirSync(home, { recursive: true, withFileTypes: true });
      return all.map((one) => [path.join(one.parentPath, one.name), one.isFile() ? textOf(one) : null]);
    };
    const textOf = (one: { parentPath: string; name: string }) =>
      readFileSync(path.join(one.parentPath, one.name), 'utf8');
    const before = files();
    const shown = await setup('--dry-run', '--yes', '--rules', '--hooks');
    expect([shown.status, shown.stderr]).toEqual([0, '']);
    expect(shown.stdout).toMatch(/Codex[^]*\+ *\[mcp_servers\.zapomni\][^]*Cursor[^]*\+ {5}"zapomni": \{/);
    expect(shown.stdout).not.toContain('✓ Connected');
    expect(files()).toEqual(before);
    expect((await setup('--yes', '--no-verify', '--rules', '--client', 'cursor')).status).toBe(0);
    const connected = files();
    expect((await setup('--dry-run', '--remove', '--yes')).stdout).toMatch(/- {5}"zapomni": \{/);
    expect(files()).toEqual(connected);
  });

  it('goes on where one cannot be connected, with what to paste, and says so at the end', async () => {
    const { home, setup, read } = await machine();
    await writeFile(path.join(home, '.codex', 'config.toml'), 'model = \n');
    const done = await setup('--yes', '--no-verify');
    expect(done.status).toBe(1);
    expect(done.stderr).toMatch(/Left alone: line 1[^]*\[mcp_servers\.zapomni\]/);
    expect(read('.codex', 'config.toml')).toBe('model = \n');
    expect(read('.cursor', 'mcp.json')).toContain('zapomni');
  });

  it('makes no folder for a client that is not here, and shows what would belong into it', async () => {
    const { home, setup } = await machine();
    const named = await setup('--client', 'zed', '--yes', '--no-verify');
    expect([named.status, named.stderr]).toEqual([1, expect.stringMatching(/it is not here[^]*context_servers/)]);
    const all = await setup('--all', '--yes', '--no-verify');
    expect([all.status, all.stderr]).toEqual([0, expect.stringContaining('extensions:')]);
    expect(existsSync(path.join(home, '.config'))).toBe(false);
    expect(readdirSync(home).toSorted()).toEqual(['.codex', '.cursor', 'project']);
  });

  it.each([
    [['--client', 'emacs'], 'emacs'],
    [['--scope', 'world'], 'user'],
    [['--http', 'ftp://x'], '--http'],
    [['cursor'], '--client'],
  ])('names what is wrong with %j', async (args, named) => {
    const { setup } = await machine();
    const { status, stderr } = await setup(...args);
    expect([status, stderr]).toEqual([2, expect.stringContaining(named)]);
  });
});
