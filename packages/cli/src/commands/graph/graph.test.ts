/** `zapomni graph` and `zapomni timeline` on a real store, with the built-in extractor. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createFakeEmbedder } from '@zapomni/testkit/fakes';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openInProcess } from '../../testing/run-in-process.ts';
import { removeTemporaryFolders, temporaryFolder } from '../../testing/run-zapomni.ts';

const folder = temporaryFolder();
const { run: zapomni, close } = openInProcess(path.join(folder, 'data'), createFakeEmbedder());
const json = async (...argv: string[]) => {
  const { status, stdout, stderr } = await zapomni([...argv, '--json']);
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout) as Record<string, unknown>;
};
const SENTENCES = [
  'Alice Smith works for Microsoft.',
  'Bob Jones works for Microsoft.',
  'Alice Smith lives in Berlin.',
];

beforeAll(async () => {
  // Without a moment to read them.
  for (const text of SENTENCES) await zapomni(['add', text], { env: { ZAPOMNI_EMBED_WAIT_MS: '0' } });
});
afterAll(async () => {
  await close();
  removeTemporaryFolders();
});

describe('graph', () => {
  it('says what waits, reads it, and says what there is', async () => {
    verifies('P013', 'P014');
    expect((await zapomni(['graph'])).stdout).toMatch(/Waiting\s+3 memories to be read/);
    const { stdout, status } = await zapomni(['graph', 'build']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^The graph of workspace default has \d+ entities and \d+ relations from 3 memories\.\n$/);
    const seen = await zapomni(['graph', 'status']);
    expect(seen.stdout).toMatch(/Health\s+Healthy/);
    expect(seen.stdout).toMatch(/RELATIONS\s+MENTIONS\s+TYPE\s+NAME/);
    expect(await json('graph', 'status')).toMatchObject({ health: 'Healthy', pending: 0, memories: 3 });
  });

  it('finds entities, and reads one', async () => {
    expect((await zapomni(['graph', 'search', 'microsoft'])).stdout).toMatch(/organization\s+Microsoft/);
    expect(await json('graph', 'search', '--type', 'person')).toMatchObject({ count: 2 });
    const { stdout } = await zapomni(['graph', 'entity', 'alice', 'smith']);
    expect(stdout).toMatch(/id\s+person:alice smith/);
    expect(stdout).toContain('Alice Smith —WORKS_FOR→ Microsoft');
    expect(stdout).toContain('Mentions (2 of 2)');
    expect((await zapomni(['graph', 'search', 'nobody', 'there'])).stderr).toContain('No entity');
  });

  it('shows what is connected', async () => {
    verifies('P012');
    const { stdout, stderr } = await zapomni(['graph', 'related', 'Bob Jones']);
    expect(stdout).toMatch(/STEPS\s+STRENGTH\s+TYPE\s+NAME\s+BY/);
    expect(stdout).toMatch(/1\s+[01]\.\d\d\s+organization\s+Microsoft\s+Bob Jones —WORKS_FOR→ Microsoft/);
    expect(stdout).toMatch(/2\s+[01]\.\d\d\s+person\s+Alice Smith/);
    expect(stderr).toBe('2 of 2.\n');
    expect(await json('graph', 'related', 'Bob Jones', '--depth', '1', '--relation', 'works for')).toMatchObject({
      status: 'found',
      related: [{ name: 'Microsoft', distance: 1 }],
    });
    expect((await zapomni(['graph', 'related', 'Bob Jones', '--as-of', '2001'])).stderr).toContain('Nothing is known');
  });

  it('merges, takes it back, and says what may be one', async () => {
    const merged = await json('graph', 'merge', 'Microsoft', 'Berlin');
    expect(merged).toMatchObject({ status: 'merged', entity: { name: 'Microsoft' } });
    expect((await zapomni(['graph', 'merge', '--undo', String(merged['merge_id'])])).stdout).toMatch(/^Two again: /);
    expect((await zapomni(['graph', 'merge', 'Microsoft', 'Berlin'])).stdout).toMatch(/To undo: .* --undo (\S+)/);
    const undo = (await json('graph', 'entity', 'Microsoft'))['merges'] as { merge_id: string }[];
    expect(await json('graph', 'merge', '--undo', undo[0]?.merge_id ?? '')).toMatchObject({ status: 'split' });
    expect((await zapomni(['graph', 'merge'])).status).toBe(0);
  });

  it('exports to stdout or a file, by name or by ending', async () => {
    expect((await zapomni(['graph', 'export', '--format', 'mermaid'])).stdout).toContain('Microsoft');
    const file = path.join(folder, 'team.graphml');
    expect((await zapomni(['graph', 'export', file])).stdout).toMatch(/as graphml to .*team\.graphml/);
    expect(readFileSync(file, 'utf8')).toContain('<graphml');
    expect((await zapomni(['graph', 'export', file])).stderr).toMatch(/^CONFLICT: .*--overwrite/);
    expect(await json('graph', 'export', file, '--overwrite')).toMatchObject({ format: 'graphml' });
    const bad = path.join(folder, 'team.bin');
    expect((await zapomni(['graph', 'export', bad])).stderr).toMatch(/--format.*graphml/);
    expect(existsSync(bad)).toBe(false);
  });

  it('reads again what it is told to', async () => {
    const before = await json('graph', 'status');
    expect(await json('graph', 'build', '--all')).toMatchObject({
      entities: before['entities'],
      relations: before['relations'],
    });
  });

  it.each([
    [['graph', 'dance'], /no action 'dance'.*status, search/],
    [['graph', 'related'], /name an entity/],
    [['graph', 'related', 'Nobody At All'], /NOT_FOUND: Nothing in the graph has this name/],
    [['graph', 'related', 'Alice Smith', '--depth', '6'], /--depth.*1–5/],
    [['graph', 'related', 'Alice Smith', '--depth', '0'], /--depth/],
    [['graph', 'related', 'Alice Smith', '--limit', '100000'], /--limit/],
    [['graph', 'related', 'Alice Smith', '--as-of', 'soonish'], /--as-of: is not a date/],
    [['graph', 'entity', 'x'.repeat(10_000)], /INVALID_INPUT: entity/],
    [['graph', 'merge', 'Alice Smith'], /give two names/],
    [['graph', 'merge', '--undo', 'none'], /NOT_FOUND: /],
    [['graph', 'build', 'a', '--all'], /not both/],
    [['graph', 'build', '00000000-0000-7000-8000-000000000000'], /NOT_FOUND: /],
    [['timeline', 'Nobody At All'], /NOT_FOUND: /],
    [['timeline', 'Alice', '--memory', 'x'], /not both/],
    [['timeline', '--from', '2024', '--to', '2023'], /INVALID_INPUT/],
  ])('%o is refused', async (argv, why) => {
    const { status, stdout, stderr } = await zapomni(argv);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(why);
    expect(stderr.length).toBeLessThan(1000);
  });

  it('names what is near a name that nothing has', async () => {
    expect((await zapomni(['graph', 'entity', 'Microsift'])).stderr).toMatch(/Near it: .*Microsoft/);
  });
});

describe('timeline', () => {
  it('shows what was so when, of an entity, a memory and the workspace', async () => {
    verifies('P042');
    const { stdout } = await zapomni(['timeline']);
    expect(stdout.split('\n')[0]).toMatch(/^FROM\s+UNTIL\s+WHAT$/);
    for (const text of SENTENCES) expect(stdout).toContain(text);
    expect((await zapomni(['timeline', 'Alice', 'Smith'])).stdout).toContain('Alice Smith —WORKS_FOR→ Microsoft');
    const { memory_id: old } = await json('add', 'We deploy on Mondays', '--metadata', '{"timestamp":"2024-01-01"}');
    await zapomni(['update', String(old), 'We deploy on Fridays']);
    expect(await json('timeline', '--memory', String(old))).toMatchObject({ count: 2 });
    const window = await json('timeline', '--from', '2023-12-01', '--to', '2024-02-01', '--limit', '1');
    expect(window).toMatchObject({ entries: [{ kind: 'memory', text: 'We deploy on Fridays' }] });
    expect((await zapomni(['timeline', '--to', '2001'])).stderr).toContain('Nothing is known of that time');
  });
});
