/** `zapomni import server-memory` and the way back, on a real store. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createFakeEmbedder } from '@zapomni/testkit/fakes';
import { afterAll, describe, expect, it } from 'vitest';
import { openInProcess } from '../../testing/run-in-process.ts';
import { removeTemporaryFolders, temporaryFolder } from '../../testing/run-zapomni.ts';

const folder = temporaryFolder();
const { run: zapomni, close } = openInProcess(path.join(folder, 'data'), createFakeEmbedder());
afterAll(async () => {
  await close();
  removeTemporaryFolders();
});

let files = 0;
function fileOf(...lines: readonly (string | object)[]): string {
  const file = path.join(folder, `memory-${++files}.jsonl`);
  writeFileSync(file, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  return file;
}

const entity = (name: string, entityType: string, ...observations: string[]) => {
  return { type: 'entity', name, entityType, observations };
};
const relation = (from: string, to: string, relationType: string) => ({ type: 'relation', from, to, relationType });
const exported = async (workspace: string) =>
  (await zapomni(['export', 'server-memory', '--workspace', workspace])).stdout;

describe('import server-memory', () => {
  it('keeps everything, and gives it back byte for byte', async () => {
    const file = fileOf(
      entity('Ada', 'Person', 'Speaks fluent Spanish', 'a line \u2028 separator', '  spaces  ', '', 'x'.repeat(5000)),
      entity('ada', 'cat'),
      entity('Zürich 東京 🎉', '', 'naïve\nsecond line'),
      relation('Ada', 'ada', 'owns'),
      relation('Ada', 'Nobody', 'knows'),
      relation('Ada', 'Ada', 'trusts'),
    );
    const { status, stdout, stderr } = await zapomni(['import', 'server-memory', file, '--workspace', 'whole']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toBe('Imported 3 entities, 6 observations and 3 relations into workspace whole.\n');
    expect(await exported('whole')).toBe(readFileSync(file, 'utf8'));
  });

  it('adds nothing when run again, and only what is new when the file has grown', async () => {
    const before = [entity('Ada', 'person', 'one'), relation('Ada', 'Acme', 'works_at')];
    const args = ['--workspace', 'again', '--json'];
    await zapomni(['import', 'server-memory', fileOf(...before), ...args]);
    const second = await zapomni(['import', 'server-memory', fileOf(...before), ...args]);
    const none = { entities: 0, observations: 0, relations: 0, known: 3, notes: [] };
    expect(JSON.parse(second.stdout)).toMatchObject({ workspace_id: 'again', lines: 2, ...none });
    const grown = await zapomni([
      'import',
      'server-memory',
      fileOf(entity('Ada', 'person', 'one', 'two'), ...before.slice(1)),
      ...args,
    ]);
    expect(JSON.parse(grown.stdout)).toMatchObject({ entities: 0, observations: 1, relations: 0, known: 3 });
    const [first] = (await exported('again')).split('\n');
    expect(JSON.parse(first ?? '')).toEqual(entity('Ada', 'person', 'one', 'two'));
  });

  it('reports by number what is odd or broken, and keeps the rest', async () => {
    const file = fileOf(
      entity('Ada', 'person', 'one', 'one'),
      '{"type":"entity","name":"half',
      '',
      { ...entity('Acme', 'company'), createdAt: '2025-01-01' },
      entity('Ada', 'person', 'two'),
      entity('Ada', 'ship', 'three'),
      { ...relation('Ada', 'Acme', 'works_at'), weight: 3 },
      relation('Ada', 'Acme', 'works_at'),
      { type: 'note', text: 'x' },
    );
    const { status, stdout, stderr } = await zapomni(['import', 'server-memory', file, '--workspace', 'odd']);
    expect(status).toBe(2);
    expect(stdout).toBe('Imported 2 entities, 3 observations and 1 relation into workspace odd.\n');
    expect(stderr.trim().split('\n')).toEqual([
      'line 2: is not JSON',
      'line 4: has other fields, which are kept: createdAt',
      'line 6: names an entity that has another type already, which it keeps',
      'line 7: has other fields, which are kept: weight',
      'line 9: is neither an entity nor a relation',
      'Not kept as it was: something on 3 lines.',
    ]);
    expect((await exported('odd')).split('\n').map((line) => JSON.parse(line) as unknown)).toEqual([
      entity('Ada', 'person', 'one', 'two', 'three'),
      { ...entity('Acme', 'company'), createdAt: '2025-01-01' },
      { ...relation('Ada', 'Acme', 'works_at'), weight: 3 },
    ]);
  });

  it('loses one line, not the file, to a text that is too long', async () => {
    const file = fileOf(entity('Ada', 'person', 'short', 'x'.repeat(200)), entity('Acme', 'company', 'fine'));
    const args = ['--workspace', 'long', '--max-text-length', '100', '--json'];
    const other = openInProcess(path.join(folder, 'limited'), createFakeEmbedder());
    const { status, stdout } = await other.run(['import', 'server-memory', file, ...args]);
    await other.close();
    expect(status).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      entities: 2,
      observations: 2,
      notes: [{ line: 1, note: 'text exceeds max length of 100 characters.', lost: true }],
    });
  });

  it('takes more than a portion, from stdin too', async () => {
    const lines = Array.from({ length: 300 }, (_, i) => entity(`Entity ${i}`, 'thing', `is number ${i}`));
    const input = lines.map((line) => JSON.stringify(line)).join('\r\n');
    const { stdout } = await zapomni(['import', 'server-memory', '-', '--workspace', 'piped'], { input });
    expect(stdout).toContain('Imported 300 entities, 300 observations and 0 relations');
    expect((await exported('piped')).split('\n').map((line) => JSON.parse(line) as unknown)).toEqual(lines);
  });

  it('finds what was imported by search, and says whose it is', async () => {
    await zapomni([
      'import',
      'server-memory',
      fileOf(entity('Ada', 'person', 'Collects stamps')),
      '--workspace',
      'found',
    ]);
    const { stdout } = await zapomni(['search', 'stamps', '--limit', '1', '--workspace', 'found', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      results: [{ text: 'Collects stamps', kind: 'observation', source: 'server-memory', metadata: { entity: 'Ada' } }],
    });
  });

  it.each([
    [['import', 'a', 'b'], /name what to import.*lists them/],
    [['import', 'server-memory', 'x', '--dry-run'], /--dry-run: server-memory is not a format that takes it/],
    [['import', 'server-memory'], /name one file/],
    [['import', 'server-memory', '/no/such/file'], /there is no such file/],
    [['import', 'server-memory', folder], /is not a file/],
    [['export'], /name what to export/],
    [['export', 'zip', 'x'], /name what to export/],
    [['export', 'server-memory', '/no/such/folder/file'], /cannot be written/],
  ])('%o is refused', async (argv, why) => {
    const { status, stderr } = await zapomni(argv);
    expect(status).toBe(2);
    expect(stderr).toMatch(why);
  });
});

describe('export server-memory', () => {
  it('writes a file for the user alone, and replaces none unasked', async () => {
    await zapomni(['import', 'server-memory', fileOf(entity('Ada', 'person')), '--workspace', 'out']);
    const file = path.join(folder, 'out.jsonl');
    const argv = ['export', 'server-memory', file, '--workspace', 'out'];
    expect((await zapomni(argv)).stdout).toBe(`Exported 1 line of workspace out to ${file}.\n`);
    expect(readFileSync(file, 'utf8')).toBe(JSON.stringify(entity('Ada', 'person')));
    expect((await zapomni(argv)).stderr).toMatch(/^CONFLICT: .*--overwrite/);
    expect(JSON.parse((await zapomni([...argv, '--overwrite', '--json'])).stdout)).toMatchObject({ lines: 1 });
  });
});
