/** Real processes that follow one folder: each file is read once, by one of them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { condition } from '@zapomni/testkit/condition';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { removeTemporaryFolders, runZapomni, startZapomni, temporaryFolder } from '../../testing/run-zapomni.ts';
import { StdioPeer } from '../../testing/stdio-peer.ts';

afterAll(removeTemporaryFolders);

describe('a folder that is watched', () => {
  const peers: StdioPeer[] = [];
  afterEach(async () => {
    for (const peer of peers.splice(0)) {
      peer.child.kill('SIGKILL');
      await peer.exit();
    }
  });

  const home = () => {
    const base = temporaryFolder();
    const notes = path.join(base, 'notes');
    mkdirSync(notes);
    const env = {
      ZAPOMNI_DATA_DIR: path.join(base, 'data'),
      ZAPOMNI_FILE_ROOTS: notes,
      ZAPOMNI_TOOLS: 'memory,workspaces,documents,tasks',
      ZAPOMNI_GRAPH: 'off',
      ZAPOMNI_EMBED_WAIT_MS: '0',
      ZAPOMNI_SEARCH_WAIT_MS: '0',
      ZAPOMNI_SHARE: 'never',
      ZAPOMNI_LOG_LEVEL: 'info',
    };
    const write = (name: string, text: string) => writeFileSync(path.join(notes, name), text);
    return { notes, env, write };
  };
  const serve = async (env: Readonly<Record<string, string>>): Promise<StdioPeer> => {
    const peer = new StdioPeer([], { env });
    peers.push(peer);
    await peer.initialize();
    return peer;
  };
  const reads = (lines: readonly string[]): string[] =>
    lines
      .map((line) => JSON.parse(line) as { event: string; path?: string })
      .filter(({ event }) => event === 'file_read')
      .map((line) => line.path ?? '');
  const total = async (peer: StdioPeer, state = 'ok') => (await peer.call('list_documents', { state }))['total'];

  it('is followed by one of three processes, and by another when that one ends', async () => {
    const { notes, env, write } = home();
    for (let i = 0; i < 30; i++) write(`n${i}.md`, `# Note ${i}\n\nSaying number ${i}.`);
    const [one, two, three] = await Promise.all([serve(env), serve(env), serve(env)]);
    expect(await one.call('add_folder', { path: notes, watch: true })).toMatchObject({ watched: true });
    await condition(async () => (await total(two)) === 30);
    const isFollowed = async () =>
      JSON.stringify((await two.call('list_documents'))['watched_folders']).includes('"followed":true');
    await condition(isFollowed);
    for (let i = 30; i < 36; i++) write(`n${i}.md`, `# Note ${i}\n\nSaying number ${i}.`);
    await condition(async () => (await total(three)) === 36);
    const follower = [one, two, three].find(({ stderr }) => reads(stderr).includes('n35.md')) ?? one;
    const others = [one, two, three].filter((peer) => peer !== follower);
    follower.child.stdin.end();
    await follower.exit();
    write('late.md', 'It came late.');
    await condition(async () => (await total(others[0] as StdioPeer)) === 37);
    const everybody = [one, two, three].flatMap(({ stderr }) => reads(stderr));
    expect(everybody.length).toBe(new Set(everybody).size);
    expect(everybody).toHaveLength(37);
    expect(await others[0]?.call('add_folder', { path: notes, watch: false })).toMatchObject({ status: 'unwatched' });
    expect((await others[1]?.call('list_documents')) ?? {}).not.toHaveProperty('watched_folders');
  }, 180_000);

  it('is followed by the command that was asked to, until that is told to end', async () => {
    const { notes, env, write } = home();
    write('first.md', 'The first one.');
    const child = startZapomni(['read', notes, '--watch'], { env });
    const said: string[] = [];
    child.stderr.on('data', (part: Buffer) => said.push(String(part)));
    await condition(() => said.join('').includes('Watching '));
    write('second.md', 'The second one.');
    const list = async () => (await runZapomni(['documents'], { env })).stdout;
    await condition(async () => (await list()).includes('second.md'));
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    const refused = await runZapomni(['read', path.join(notes, 'first.md'), '--watch'], { env });
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('only folders')]);
    expect((await runZapomni(['documents'], { env })).stderr).toContain('Watched (by no process just now)');
    expect((await runZapomni(['documents', 'unwatch', notes], { env })).status).toBe(0);
    const again = await runZapomni(['documents', 'unwatch', notes], { env });
    expect([again.status, again.stderr]).toEqual([2, expect.stringContaining('not watched')]);
  }, 180_000);
});
