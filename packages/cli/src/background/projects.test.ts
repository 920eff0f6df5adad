/** Clients that are started in folders of one repository and share a server: each works in the workspace of its project, and finds the user's own along with it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { removeTemporaryFolders, runZapomni, temporaryFolder } from '../testing/run-zapomni.ts';
import { StdioPeer } from '../testing/stdio-peer.ts';

afterAll(removeTemporaryFolders);

const git = (folder: string, ...args: string[]): void =>
  void execFileSync('git', ['-C', folder, '-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args]);

describe.skipIf(process.platform === 'win32')('clients in folders of one repository', () => {
  it('worktrees share, a part with a file of its own does not, and what is the user’s is found by all', async () => {
    const [data, home] = [temporaryFolder(), temporaryFolder()];
    const [shop, tree] = [path.join(home, 'shop'), path.join(home, 'tree')];
    const part = path.join(shop, 'services', 'billing');
    mkdirSync(part, { recursive: true });
    writeFileSync(path.join(part, '.zapomni.json'), '{}');
    git(home, 'init', '--quiet', shop);
    git(shop, 'add', '--all');
    git(shop, 'commit', '--quiet', '--message', 'First');
    git(shop, 'worktree', 'add', '--quiet', '-b', 'side', tree);
    const env = { HOME: home, ZAPOMNI_DATA_DIR: data, ZAPOMNI_SHARE: 'background', ZAPOMNI_PROJECTS: 'on' };
    const peers = [shop, path.join(tree, 'services'), part, home].map((cwd) => new StdioPeer([], { env, cwd }));
    try {
      for (const peer of peers) await peer.initialize();
      const pids = await Promise.all(peers.map(async (peer) => (await peer.logged('server_shared'))['server_pid']));
      expect(new Set(pids).size).toBe(1);
      const said = ['Shops close at nine.', 'Trees close at ten.', 'Bills close at eleven.', 'I close at twelve.'];
      for (const [i, peer] of peers.entries()) await peer.call('add_memory', { text: said[i] });
      const found = await Promise.all(
        peers.map(async (peer) => {
          const { results } = await peer.call('search_memory', { query: 'who close at what hour', limit: 10 });
          return (results as { text: string }[]).map(({ text }) => text).toSorted();
        }),
      );
      const [shops, trees, bills, own] = said as [string, string, string, string];
      expect(found).toEqual([
        [own, shops, trees].toSorted(),
        [own, shops, trees].toSorted(),
        [bills, own].toSorted(),
        [own],
      ]);
    } finally {
      for (const peer of peers) peer.child.stdin.end();
      await Promise.all(peers.map((peer) => peer.exit()));
      await runZapomni(['stop', '--data-dir', data]);
    }
  }, 120_000);
});
