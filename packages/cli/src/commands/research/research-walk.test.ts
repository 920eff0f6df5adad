/** The shipped program from a question to a verdict, as somebody types it: each line a process of its own. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPaperServer, type PaperServer } from '../../testing/paper-server.ts';
import { removeTemporaryFolders, runZapomni, temporaryFolder } from '../../testing/run-zapomni.ts';

let server: PaperServer;
beforeAll(async () => {
  server = await startPaperServer(4);
});
afterAll(async () => {
  await server.close();
  removeTemporaryFolders();
});

it('a question is followed, looked for, shown, judged and changed', { timeout: 240_000 }, async () => {
  const dataDir = temporaryFolder();
  const env = { ZAPOMNI_DATA_DIR: dataDir, ZAPOMNI_GRAPH: 'off', ZAPOMNI_SHARE: 'never', ...server.settings };
  const research = async (...words: string[]) => {
    const { stdout, stderr, status } = await runZapomni(['research', ...words], { env });
    return { stdout, stderr, status };
  };
  const query = ['--question', 'What do tides leave on beaches?', '--keyword', 'tides', '--exclude', 'kind 3'];
  expect((await research('query', 'add', 'tide lines', ...query)).stdout).toMatch(/tide lines/);
  expect((await research('query', 'add', 'Tide Lines', ...query)).stderr).toMatch(/CONFLICT/);
  const source = ['--kind', 'europepmc', '--keyword', 'tides', '--every', '12', '--query', 'tide lines'];
  await research('source', 'add', 'pmc', ...source);
  expect((await research('run', '--query', 'tide lines')).stdout).toBe(
    'pmc: ok, 4 found, 3 new, 0 known, 1 rejected.\n',
  );
  expect((await research('run')).stdout).toMatch(/^pmc: looked at already/);
  const shown = (await research('query', 'show', 'tide lines')).stdout;
  expect(shown).toMatch(/findings +4 found, 3 new, \d kept, 1 rejected/);
  expect(shown).toMatch(/last run +20.*pmc: ok, 3 new/);
  const { stdout: found } = await research('findings');
  expect(found.match(/Tides of kind \d/gu)).toHaveLength(3);
  expect(found).toMatch(/found by pmc/);
  expect((await research('query', 'judge', 'tide lines', '10.5555/tide.1', 'like')).stdout).toMatch(/^like: /);
  expect((await runZapomni(['papers', 'list'], { env })).stdout).toMatch(/Tides of kind 1/);
  expect((await research('query', 'change', 'tide lines', '--exclude', 'kind 2')).status).toBe(0);
  expect((await research('query', 'show', 'tide lines')).stdout).toMatch(/verdicts +1 like/);
  expect((await research('query', 'remove', 'tide lines', '--yes')).status).toBe(0);
});
