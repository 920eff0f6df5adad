/** The resources as a client sees them. */
import { openTestClient, type TestClient } from '@zapomni/testkit/client';
import { verifies } from '@zapomni/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toHead } from './knowledge-provider.ts';

/** The client gives both codes of the protocol the same name. */
const NOT_FOUND = expect.stringContaining('Resource not found');

describe('resources', () => {
  let zapomni: TestClient;
  beforeEach(async () => {
    zapomni = await openTestClient();
  });
  afterEach(() => zapomni.close());

  const add = async (text: string, rest: Record<string, unknown> = {}): Promise<string> =>
    (await zapomni.call('add_memory', { text, ...rest })).memory_id;
  const read = async (uri: string): Promise<string> => {
    const { contents } = await zapomni.client.readResource({ uri });
    expect(contents).toHaveLength(1);
    const [content] = contents;
    expect(content?.uri).toBe(uri);
    return content && 'text' in content ? content.text : 'no text';
  };

  it('lists what has an address of its own, and a template for the rest', async () => {
    verifies('R120', 'R269', 'R274');
    const { resources } = await zapomni.client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([
      'memory://recent',
      'knowledge://recent',
      'memory://knowledge-graph',
    ]);
    const { resourceTemplates } = await zapomni.client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'memory://{id}',
      'workspace://{name}',
      'knowledge://{id}',
      'paper://{id}',
      'paper://{id}/text{?page,section}',
      'paper://{id}/references',
      'note://{+path}',
      'query://{name}',
      'findings://{query}',
    ]);
    for (const { name, title, description } of [...resources, ...resourceTemplates]) {
      expect(name).toMatch(/^[a-z-]+$/);
      expect(title).toBeTruthy();
      expect(description?.length).toBeGreaterThan(20);
    }
  });

  it('reads a memory exactly as it was stored', async () => {
    verifies('R120');
    const text = 'Два слова.\r\n\tAnd  more\u0000 😀\n```\ncode\n```';
    const id = await add(text);
    expect(await read(`memory://${id}`)).toBe(text);
  });

  it('shows the newest memories with their addresses', async () => {
    const old = await add('The old one', { metadata: { timestamp: '2020-01-01' } });
    const fresh = await add('The newest one\nwith a second line', { tags: ['release'], source: 'meeting' });
    const text = await read('memory://recent');
    expect(text).toContain('2 of 2 in workspace default');
    expect(text).toContain(`- The newest one with a second line\n  memory://${fresh} · `);
    expect(text).toContain('tags: release · source: meeting');
    expect(text.indexOf(fresh)).toBeLessThan(text.indexOf(old));
  });

  it('shows a workspace: what it is, how much it holds, what came last', async () => {
    await zapomni.call('create_workspace', { workspace_id: 'research', description: 'Papers\nand notes' });
    const id = await add('Attention is all you need', { workspace_id: 'research' });
    const text = await read('workspace://research');
    expect(text).toContain('# Workspace research\n\nPapers and notes\n\n1 memories in 1 passages.');
    expect(text).toContain(`memory://${id}`);
    expect(await read('workspace://default')).toContain('0 memories');
  });

  it('shows a stored item as a document, and lists the newest with title and abstract', async () => {
    verifies('R274');
    const old = await add('# The *first* paper\n\nIt is about memory.\nAnd about forgetting.', { source: 'arxiv' });
    const fresh = await add('# The second paper\n\nIt corrects the first.', { supersedes: old });
    const document = await read(`knowledge://${old}`);
    expect(document).toMatch(/^# The \*first\* paper\n\nKind: note · .* · source: arxiv\nSuperseded by knowledge:/);
    expect(document).toContain('**Abstract.** It is about memory. And about forgetting.');
    expect(document).toContain('---\n\n# The *first* paper\n\nIt is about memory.\nAnd about forgetting.');
    expect(await read(`knowledge://${fresh}`)).toContain(`Supersedes knowledge://${old}`);
    expect(await read('knowledge://recent')).toMatch(
      new RegExp(`## The second paper\n\nknowledge://${fresh} · [\\d-]{10}\n\nIt corrects the first.`),
    );
  });

  it("looks into the session's workspace only", async () => {
    const id = await add('A secret of the default workspace');
    await zapomni.call('set_current_workspace', { workspace_id: 'other' });
    const other = await add('A secret of the other workspace');
    expect(await read('memory://recent')).not.toContain('default workspace');
    expect(await read('knowledge://recent')).not.toContain('default workspace');
    expect(await read(`memory://${other}`)).toContain('other workspace');
    for (const uri of [`memory://${id}`, `knowledge://${id}`])
      await expect(read(uri)).rejects.toMatchObject({ message: NOT_FOUND });
  });

  it.each([
    'memory://00000000-0000-7000-8000-000000000000',
    'memory://nonsense',
    'memory://',
    'memory://recent/',
    'memory://../recent',
    'memory://RECENT',
    'knowledge://00000000-0000-7000-8000-000000000000',
    'knowledge://',
    'workspace://no-such',
    'workspace://system',
    'workspace://Not%20A%20Name',
    "workspace://'; DROP TABLE memories; --",
    'gopher://anything',
    'https://example.org/',
    'nonsense',
    'file:///etc/passwd',
    'file:///',
    '\u0000',
  ])('finds nothing at %j, says so, and logs it', async (uri) => {
    verifies('R269', 'R275');
    await expect(read(uri)).rejects.toMatchObject({ message: NOT_FOUND });
    expect(zapomni.logger.of('resource_not_found')).toHaveLength(1);
  });

  it('says in the log that there are no files to read, and which setting would change that', () => {
    verifies('R275');
    expect(zapomni.logger.of('resource_provider_off')).toMatchObject([
      { fields: { scheme: 'file', setting: 'file_roots' } },
    ]);
  });

  it('suggests ids and workspaces', async () => {
    const id = await add('Something');
    await zapomni.call('create_workspace', { workspace_id: 'research' });
    const complete = async (uri: string, name: string, value: string) =>
      (await zapomni.client.complete({ ref: { type: 'ref/resource', uri }, argument: { name, value } })).completion
        .values;
    expect(await complete('memory://{id}', 'id', '')).toEqual([id]);
    expect(await complete('knowledge://{id}', 'id', 'zzz')).toEqual([]);
    expect(await complete('workspace://{name}', 'name', 'res')).toEqual(['research']);
  });

  it('tells subscribers when what they watch is changed, and nobody else', async () => {
    const told: string[] = [];
    zapomni.client.setNotificationHandler(
      'notifications/resources/updated',
      ({ params }) => void told.push(params.uri),
    );
    const settled = async () => {
      await zapomni.client.ping();
      return told.splice(0);
    };
    const id = await add('First');
    const unwatched = await add('Unwatched');
    for (const uri of [`memory://${id}`, 'memory://recent', 'workspace://default'])
      await zapomni.client.subscribeResource({ uri });
    const third = await add('Third');
    expect(await settled()).toEqual(['memory://recent', 'workspace://default']);
    await zapomni.call('update_memory', { memory_id: id, text: 'First, changed' });
    expect(await settled()).toEqual([`memory://${id}`, 'memory://recent', 'workspace://default']);
    await add('Second', { supersedes: id });
    expect(await settled()).toContain(`memory://${id}`);
    await zapomni.call('delete_memory', { memory_id: unwatched, confirm: true });
    expect(await settled()).toEqual(['memory://recent', 'workspace://default']);
    await zapomni.client.unsubscribeResource({ uri: 'memory://recent' });
    await zapomni.call('delete_memory', { memory_id: third, confirm: true });
    expect(await settled()).toEqual(['workspace://default']);
    await zapomni.raw('delete_memory', { memory_id: third, confirm: true });
    await zapomni.call('search_memory', { query: 'First' });
    expect(await settled()).toEqual([]);
  });

  it('tells subscribers of what another process changes', async () => {
    const id = await add('First');
    for (const uri of [`memory://${id}`, 'memory://recent', 'workspace://default', 'workspace://other'])
      await zapomni.client.subscribeResource({ uri });
    const told = new Set<string>();
    const all = Promise.withResolvers<void>();
    zapomni.client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      if (told.add(params.uri).size === 3) all.resolve();
    });
    const other = await zapomni.another();
    await other.call('update_memory', { memory_id: id, text: 'First, changed elsewhere' });
    await all.promise;
    expect([...told].toSorted()).toEqual([`memory://${id}`, 'memory://recent', 'workspace://default']);
    expect(await read(`memory://${id}`)).toBe('First, changed elsewhere');
    await other.close();
  });
});

describe('toHead', () => {
  it.each([
    ['One line', 'One line', 'One line'],
    ['## Heading\n\nBody text', 'Heading', 'Body text'],
    ['Title\n\n\n  a\n b', 'Title', 'a b'],
    ['x'.repeat(200), `${'x'.repeat(120)}…`, 'x'.repeat(200)],
    [`T\n${'y'.repeat(600)}`, 'T', `${'y'.repeat(500)}…`],
  ])('%#', (text, title, abstract) => expect(toHead(text)).toEqual({ title, abstract }));
});
