/** Documents on a real store, from real files read by the real readers. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApp, type App } from '@zapomni/core';
import { openTestDeps, type TestDeps } from '@zapomni/testkit/deps';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { openTestFiles } from '@zapomni/testkit/files';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENDED_KIND, type MemoryFilter } from '../../model/index.ts';

const WORKSPACE = 'default';
const PLAN = '# Plan\n\nWe move in May.\n\n## Costs\n\nThe truck costs 400 euros.\n\n## People\n\nAnna drives.\n';

describe('documents', () => {
  let [folder, test, app]: [string, TestDeps, App] = ['', undefined as never, undefined as never];
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'zapomni-documents-'));
    test = openTestDeps({ files: openTestFiles({ roots: [folder], logger: createRecordingLogger() }) });
    app = createApp(test.deps);
  });
  afterEach(async () => {
    await app.close();
    await test.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const asked = { workspace: WORKSPACE, client: 'test' };
  const write = (name: string, content: string | Uint8Array): string => {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  };
  const add = (file: string) => app.documents.add({ ...asked, path: file });
  const search = async (query: string) => {
    const request = { workspaces: [WORKSPACE], query, limit: 5, filter: { kinds: ['document'] } };
    return (await app.documents.cite(await app.search.run(request), query)).hits;
  };

  it('keeps the text as a memory, cut along sections, and cites the place', async () => {
    const file = write('plan.md', PLAN);
    const { status, document } = await add(file);
    expect(status).toBe('read');
    expect(document.value).toMatchObject({
      source: file,
      name: 'plan.md',
      format: 'markdown',
      title: 'Plan',
      state: 'ok',
    });
    const memory = await app.memories.get(WORKSPACE, document.value.memory ?? '');
    expect(memory).toMatchObject({
      kind: 'document',
      source: file,
      metadata: { title: 'Plan', document_id: document.key },
    });
    expect(memory.text).toContain('The truck costs 400 euros.');
    const [place] = (await app.documents.findQuote({ workspace: WORKSPACE, quote: 'The truck costs' })).found;
    expect(place).toMatchObject({ how: 'exact', citation: 'plan.md › Costs', id: document.key });
    expect((await search('truck'))[0]?.document).toEqual({
      id: document.key,
      name: 'plan.md',
      citation: 'plan.md › Costs',
    });
    expect((await search('drives'))[0]?.document?.citation).toBe('plan.md › People');
  });

  it('reads nothing that is as it was, and changes with history', async () => {
    const file = write('plan.md', PLAN);
    const { document } = await add(file);
    expect((await add(file)).status).toBe('unchanged');
    expect((await app.documents.get(WORKSPACE, document.key)).version).toBe(document.version);
    // Written anew with the same bytes: another stamp, the same document.
    renameSync(write('other.md', PLAN), file);
    const same = await add(file);
    expect([same.status, same.document.key]).toEqual(['unchanged', document.key]);
    expect((await app.memories.history(WORKSPACE, document.value.memory ?? '')).length).toBe(0);
    write('plan.md', `${PLAN}\n## Date\n\nThe fifth.\n`);
    const changed = await add(file);
    expect([changed.status, changed.document.key]).toEqual(['updated', document.key]);
    const history = await app.memories.history(WORKSPACE, document.value.memory ?? '');
    expect(history.map(({ text }) => text.includes('The fifth'))).toEqual([false]);
    expect(
      (await app.documents.read({ ...asked, document: 'plan.md', section: 'date', maxChars: 100 })).text,
    ).toContain('The fifth.');
  });

  it('records why a file failed, does not try it again while it is the same, and keeps what was read before', async () => {
    const file = write('plan.md', PLAN);
    const { document } = await add(file);
    write('plan.md', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0xff, 0xfe]));
    const failed = await add(file);
    expect([failed.status, failed.error?.code]).toEqual(['failed', 'INVALID_INPUT']);
    expect(failed.document).toMatchObject({
      key: document.key,
      value: { state: 'failed', error: { code: 'INVALID_INPUT' } },
    });
    expect((await add(file)).document.version).toBe(failed.document.version);
    expect((await app.documents.read({ ...asked, document: file, maxChars: 500 })).text).toContain('Anna drives');
    write('plan.md', PLAN);
    expect((await add(file)).document.value).toMatchObject({ state: 'ok', error: null });
  });

  it('refuses a document that has more text than a memory may, in words that help', async () => {
    const small = createApp({ ...test.deps, config: { ...test.deps.config, max_text_length: 50 } });
    const failed = await small.documents.add({ ...asked, path: write('long.txt', 'word '.repeat(40)) });
    expect(failed.error).toMatchObject({ code: 'TOO_LARGE' });
  });

  it('reads a folder: what is new, changed, moved and gone; one bad file does not hold up the others', async () => {
    for (const [name, text] of [
      ['a.md', '# A\n\nAlpha text.'],
      ['b/b.txt', 'Beta text.'],
      ['c.txt', 'Gamma text.'],
      ['.gitignore', '*.log'],
      ['x.log', 'Ignored.'],
    ] as const)
      write(name, text);
    write('bad.bin', new Uint8Array([0, 1, 2, 3, 255, 254, 0, 0, 7]));
    const first = await app.documents.readFolder({ ...asked, folder });
    expect(first).toMatchObject({
      failed: 1,
      unchanged: 0,
      gone: 0,
      failures: [{ file: 'bad.bin', code: 'INVALID_INPUT' }],
    });
    expect(
      (await app.documents.list({ workspace: WORKSPACE, limit: 50, state: 'ok' })).items.map(({ value }) => value.name),
    ).toEqual(expect.arrayContaining(['a.md', 'b.txt', 'c.txt']));
    const again = await app.documents.readFolder({ ...asked, folder });
    expect(again).toMatchObject({ read: 0, updated: 0, moved: 0, gone: 0, failed: 1, unchanged: first.read });
    const before = await app.documents.get(WORKSPACE, path.join(folder, 'b/b.txt'));
    renameSync(path.join(folder, 'b/b.txt'), path.join(folder, 'b/renamed.txt'));
    rmSync(path.join(folder, 'c.txt'));
    write('a.md', '# A\n\nAlpha changed.');
    const gone = await app.documents.get(WORKSPACE, 'c.txt');
    expect(await app.documents.readFolder({ ...asked, folder })).toMatchObject({
      read: 0,
      updated: 1,
      moved: 1,
      gone: 1,
    });
    const moved = await app.documents.get(WORKSPACE, path.join(folder, 'b/renamed.txt'));
    expect([moved.key, moved.value.memory]).toEqual([before.key, before.value.memory]);
    expect((await app.memories.get(WORKSPACE, moved.value.memory ?? '')).source).toBe(
      path.join(folder, 'b/renamed.txt'),
    );
    expect((await app.documents.get(WORKSPACE, 'c.txt')).value).toMatchObject({ state: 'gone' });
    write('c.txt', 'Gamma text.');
    expect(await app.documents.readFolder({ ...asked, folder })).toMatchObject({ read: 1 });
    expect((await app.documents.get(WORKSPACE, 'c.txt')).key).toBe(gone.key);
  });

  describe('a file that is deleted', () => {
    const wordsAt = async (query: string, validAt?: number) => {
      const filter = { kinds: ['document'], ...(validAt === undefined ? {} : { validAt }) };
      const { hits } = await app.search.run({ workspaces: [WORKSPACE], query, limit: 5, filter });
      return hits.map(({ memory }) => memory.id);
    };
    const readFolder = () => app.documents.readFolder({ ...asked, folder });
    const listed = async (filter?: MemoryFilter) => {
      const { items, total } = await app.memories.list({ workspace: WORKSPACE, limit: 10, filter });
      return { kinds: items.map(({ kind }) => kind), total };
    };

    it('is found at the time when it was there and not since, and comes back as the same document', async () => {
      write('other.md', 'Something else.');
      const file = write('plan.md', PLAN);
      const { document } = await add(file);
      const first = document.value.memory ?? '';
      await readFolder();
      const then = test.deps.clock.now();
      test.clock.advance(1000);
      rmSync(file);
      expect(await readFolder()).toMatchObject({ gone: 1 });
      expect(await readFolder()).toMatchObject({ gone: 0 });
      expect(await wordsAt('truck')).toEqual([]);
      expect(await wordsAt('deleted')).toEqual([]);
      expect(await wordsAt('truck', then)).toEqual([first]);
      expect(await listed()).toEqual({ kinds: ['document'], total: 1 });
      expect(await listed({ kinds: ['document', ENDED_KIND] })).toEqual({ kinds: [ENDED_KIND, 'document'], total: 2 });
      const was = await app.memories.get(WORKSPACE, first);
      expect([was.text.includes('The truck costs'), was.validTo === null]).toEqual([true, false]);
      await expect(app.documents.read({ ...asked, document: file, maxChars: 9 })).rejects.toMatchObject({
        code: 'NOT_FOUND',
        hint: expect.stringContaining(first) as string,
      });
      test.clock.advance(1000);
      write('plan.md', PLAN);
      expect(await readFolder()).toMatchObject({ read: 1 });
      const back = await app.documents.get(WORKSPACE, file);
      expect([back.key, back.value.state]).toEqual([document.key, 'ok']);
      expect(await wordsAt('truck')).toEqual([back.value.memory]);
      expect(await wordsAt('truck', then)).toEqual([first]);
      expect((await app.documents.remove(WORKSPACE, file)).memories).toBe(3);
      expect(await wordsAt('truck', then)).toEqual([]);
    });

    it('is the same document when its bytes turn up elsewhere later', async () => {
      write('other.md', 'Something else.');
      const file = write('plan.md', PLAN);
      const { document } = await add(file);
      rmSync(file);
      expect(await readFolder()).toMatchObject({ gone: 1 });
      const [one, two] = [write('a/one.md', PLAN), write('a/two.md', PLAN)];
      expect(await readFolder()).toMatchObject({ moved: 1, read: 1, gone: 0 });
      const keys = await Promise.all([one, two].map(async (named) => (await app.documents.get(WORKSPACE, named)).key));
      expect(keys.filter((key) => key === document.key)).toHaveLength(1);
      const { found } = await app.documents.findQuote({ workspace: WORKSPACE, quote: 'The truck costs' });
      expect(found.map(({ name }) => name).toSorted()).toEqual(['one.md', 'two.md']);
    });
  });

  it('cites no place in a text that was changed by hand, until the file is read anew', async () => {
    const file = write('plan.md', PLAN);
    const { document } = await add(file);
    const id = document.value.memory ?? '';
    const text = `A remark that was not there before.\n\n${PLAN}`;
    await app.memories.update({ workspace: WORKSPACE, id, change: { text } });
    expect((await search('truck'))[0]?.document?.citation).toBe('plan.md');
    const outline = await app.documents.read({ ...asked, document: file, maxChars: 9, outline: true });
    expect(outline.outline).toEqual([]);
    const { found } = await app.documents.findQuote({ workspace: WORKSPACE, quote: 'The truck costs' });
    expect(found.map(({ citation }) => citation)).toEqual(['plan.md']);
    await app.memories.update({ workspace: WORKSPACE, id, change: { tags: ['mine'] } });
    write('plan.md', `${PLAN}\nOne line more.\n`);
    expect((await add(file)).status).toBe('updated');
    expect((await search('truck'))[0]?.document?.citation).toBe('plan.md › Costs');
    expect((await app.memories.history(WORKSPACE, id)).some((version) => version.text === text.trim())).toBe(true);
  });

  it('takes nothing for gone that it cannot see', async () => {
    const { document } = await add(write('a/plan.md', PLAN));
    const elsewhere = mkdtempSync(path.join(tmpdir(), 'zapomni-documents-'));
    writeFileSync(path.join(elsewhere, 'copy.md'), PLAN);
    const files = openTestFiles({ roots: [elsewhere], logger: createRecordingLogger() });
    const other = createApp({ ...test.deps, files });
    const copy = await other.documents.add({ ...asked, path: path.join(elsewhere, 'copy.md') });
    expect([copy.status, copy.document.key === document.key]).toEqual(['read', false]);
    await expect(other.documents.refresh({ ...asked, document: document.key })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    rmSync(path.join(elsewhere, 'copy.md'));
    expect(await other.documents.readFolder({ ...asked, folder: elsewhere })).toMatchObject({ gone: 0 });
    renameSync(folder, `${folder}-away`);
    await expect(app.documents.refresh({ ...asked, document: document.key })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    renameSync(`${folder}-away`, folder);
    expect((await app.documents.get(WORKSPACE, document.key)).value.state).toBe('ok');
    rmSync(elsewhere, { recursive: true, force: true });
  });

  it('goes with its memory, and takes the memory with it', async () => {
    const { document } = await add(write('plan.md', PLAN));
    const receipt = await app.documents.remove(WORKSPACE, 'plan.md');
    expect(receipt).toMatchObject({ memories: 1, records: 2 });
    await expect(app.memories.get(WORKSPACE, document.value.memory ?? '')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const second = await add(path.join(folder, 'plan.md'));
    await app.memories.delete(WORKSPACE, [second.document.value.memory ?? '']);
    await expect(app.documents.get(WORKSPACE, 'plan.md')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await app.documents.list({ workspace: WORKSPACE, limit: 5 })).toMatchObject({ total: 0 });
  });

  it('reads nothing outside the folders that the user named', async () => {
    await expect(add('/etc/hostname')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(app.documents.add({ ...asked, url: 'https://example.org/a' })).rejects.toMatchObject({
      code: 'NETWORK_OFF',
    });
    expect((await app.documents.list({ workspace: WORKSPACE, limit: 5 })).total).toBe(0);
  });

  describe('what the user has forgotten', () => {
    const readFolder = () => app.documents.readFolder({ ...asked, folder });
    const states = async () =>
      (await app.documents.list({ workspace: WORKSPACE, limit: 20 })).items.map(({ value }) => [
        value.name,
        value.state,
      ]);

    it('is left out by folders, costs a stat the next time, and comes back when it is named', async () => {
      const file = write('plan.md', PLAN);
      write('other.md', '# Other\n\nSomething else.\n');
      expect(await readFolder()).toMatchObject({ read: 2, forgotten: 0 });
      await app.documents.remove(WORKSPACE, 'plan.md');
      expect(await readFolder()).toMatchObject({ read: 0, unchanged: 1, forgotten: 1 });
      expect(await states()).toEqual([
        ['other.md', 'ok'],
        ['plan.md', 'forgotten'],
      ]);
      const { version } = await app.documents.get(WORKSPACE, 'plan.md');
      expect(await readFolder()).toMatchObject({ read: 0, unchanged: 1, forgotten: 1 });
      expect((await app.documents.get(WORKSPACE, 'plan.md')).version).toBe(version);
      expect(await search('truck')).toEqual([]);
      expect((await add(file)).status).toBe('read');
      expect((await search('truck'))[0]?.document?.name).toBe('plan.md');
      expect(await readFolder()).toMatchObject({ unchanged: 2, forgotten: 0 });
    });

    it('is known by its text, whatever its bytes, and by its memory', async () => {
      write('plan.md', PLAN);
      await readFolder();
      const { memory } = (await app.documents.get(WORKSPACE, 'plan.md')).value;
      await app.memories.delete(WORKSPACE, [memory ?? '']);
      write('copy.md', PLAN.replaceAll('\n', '\r\n'));
      expect(await readFolder()).toMatchObject({ read: 0, forgotten: 2 });
      write('plan.md', `${PLAN}\nSomething new.\n`);
      expect(await readFolder()).toMatchObject({ read: 1, forgotten: 1 });
    });

    it('takes the place of what a file said before', async () => {
      const file = write('plan.md', PLAN);
      await readFolder();
      const { document } = await add(write('aside.md', 'A word that is to be forgotten.\n'));
      await app.documents.remove(WORKSPACE, document.key);
      rmSync(path.join(folder, 'aside.md'));
      write('plan.md', 'A word that is to be forgotten.\n');
      expect(await readFolder()).toMatchObject({ forgotten: 1 });
      expect(await states()).toEqual([['plan.md', 'forgotten']]);
      expect(await search('truck')).toEqual([]);
      expect((await app.documents.refresh({ ...asked, document: file })).status).toBe('read');
      expect(await states()).toEqual([['plan.md', 'ok']]);
    });
  });
});
