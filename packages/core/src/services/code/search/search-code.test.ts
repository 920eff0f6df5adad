import { indexedRepository, WORKSPACE, type IndexedRepository } from '@zapomni/testkit/repository';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withEmbeddingText } from '../units/index.ts';
import { PathTables, searchCode, type CodeSearchRequest } from './index.ts';

const RETRY = `import { sleep } from './clock';

/** How often a request is tried again before giving up. */
export const MOST_ATTEMPTS = 5;

/** Waits longer after each failure of the connection. */
export async function withBackoff<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (attempt >= MOST_ATTEMPTS) throw error;
      await sleep(2 ** attempt);
    }
  }
}
`;

const SESSION = `class Session:
    """Keeps cookies between requests."""

    def __init__(self, store):
        self.store = store

    def send(self, request):
        """Sends a request and follows redirects."""
        response = self.transport(request)
        while response.is_redirect:
            request = self.rebuild(request, response)
            response = self.transport(request)
        return response

    def rebuild(self, request, response):
        method = request.method
        if response.status == 303:
            method = 'GET'
        return request.copy(method=method, url=response.headers['location'])


def merge_cookies(jar, other):
    """Puts the cookies of one jar into another."""
    for cookie in other:
        jar.set_cookie(cookie)
    return jar
`;

const FILES = {
  'src/net/retry.ts': RETRY,
  'src/net/clock.ts': 'export const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));\n',
  'web/session.py': SESSION,
  'web/store.py':
    'class Store:\n    def open(self):\n        return self\n\n    def close(self):\n        return None\n',
  'tests/test_session.py':
    'from web.session import Session, merge_cookies\n\n\ndef test_merge_cookies():\n    assert merge_cookies([], []) == []\n',
  'docs/cookies.md': '# Cookies\n\nA session merges cookies: merge_cookies puts the cookies of one jar into another.\n',
};

describe('a search of code', () => {
  let repository: IndexedRepository;
  beforeAll(async () => {
    repository = await indexedRepository(FILES, { options: { include_tests: true } });
  });
  afterAll(() => repository.close());

  const tables = new PathTables();
  const search = (query: string, more: Partial<CodeSearchRequest> = {}, byMeaning = false) => {
    const { deps } = repository;
    const embed = async (text: string) =>
      byMeaning ? ((await deps.embedder.embed([text], { role: 'query' }))[0] ?? null) : null;
    return searchCode(deps, { tables, embed }, { workspace: WORKSPACE, query, limit: 10, ...more });
  };
  const paths = async (query: string, more: Partial<CodeSearchRequest> = {}) =>
    (await search(query, more)).hits.map(({ path }) => path);

  it('finds by what code does, and shows the place with its symbol and the lines that say it', async () => {
    const { hits, embedded, repositories } = await search('how are requests retried after a failed connection');
    expect(hits[0]).toMatchObject({ path: 'src/net/retry.ts', language: 'typescript', isTest: false });
    expect(hits[0]?.symbol?.value).toMatchObject({ qualified: 'withBackoff', kind: 'function' });
    expect(hits[0]?.excerpt.text).toContain('/** Waits longer after each failure');
    expect(RETRY.split('\n')[(hits[0]?.excerpt.first ?? 0) - 1]).toBe(hits[0]?.excerpt.text.split('\n')[0]);
    expect(hits[0]?.reasons).toContain('words');
    expect(embedded).toBeNull();
    expect(repositories).toHaveLength(1);
  });

  it.each([
    ['merge_cookies', 'web/session.py', 'merge_cookies'],
    ['`Session.rebuild`', 'web/session.py', 'Session.rebuild'],
    ['Session', 'web/session.py', 'Session'],
    ['withBackoff()', 'src/net/retry.ts', 'withBackoff'],
  ])('finds the definition of %s before what uses, tests or describes it', async (query, path, qualified) => {
    const { hits } = await search(query);
    expect(hits[0]?.path).toBe(path);
    expect(hits[0]?.symbol?.value.qualified).toBe(qualified);
    expect(hits[0]?.reasons).toContain('definition');
  });

  it('counts callers of what it shows', async () => {
    const { hits } = await search('merge_cookies');
    expect(hits[0]?.symbol?.value.callers).toBe(1);
  });

  it('goes by files and lines that a traceback names', async () => {
    const report = `Redirects lose the body
Traceback (most recent call last):
  File "/usr/lib/python3/site-packages/web/session.py", line 18, in rebuild
    method = 'GET'
KeyError: 'location'`;
    const { hits } = await search(report);
    expect(hits[0]).toMatchObject({ path: 'web/session.py', first: 15, last: 19 });
    expect(hits[0]?.symbol?.value.qualified).toBe('Session.rebuild');
  });

  it('narrows by path, language, kind, symbol and tests', async () => {
    expect(await paths('session cookies', { path: 'web' })).toEqual(['web/session.py']);
    expect(await paths('sleep', { path: 'src/**/*.ts' })).toEqual(['src/net/clock.ts', 'src/net/retry.ts']);
    expect(await paths('request', { languages: ['typescript'] })).toEqual(['src/net/retry.ts']);
    expect(await paths('cookies', { includeTests: false })).not.toContain('tests/test_session.py');
    const classes = await search('session store', { kinds: ['class'] });
    expect(classes.hits.map(({ symbol }) => symbol?.value.kind)).toEqual(['class', 'class']);
    const inside = await search('request', { symbol: 'Session.rebuild' });
    expect(inside.hits.map(({ path, first }) => [path, first])).toEqual([['web/session.py', 15]]);
    await expect(search('request', { symbol: 'nowhere' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('puts tests and prose behind code, and says how much more there is', async () => {
    const found = await paths('merge cookies of one jar into another');
    expect(found[0]).toBe('web/session.py');
    expect(found).toContain('tests/test_session.py');
    const first = await search('cookies', { limit: 1 });
    expect(first).toMatchObject({ leftOut: 2 });
  });

  it.each([
    ['', 'INVALID_INPUT'],
    ['x'.repeat(20_001), 'TOO_LARGE'],
  ])('refuses a query that cannot be searched for', async (query, code) => {
    await expect(search(query)).rejects.toMatchObject({ code });
  });

  it('finds nothing where nothing fits, and no text that is gone', async () => {
    expect((await search('zyzzyva')).hits).toEqual([]);
    repository.write('web/gone.py', 'def quokka():\n    return 1\n');
    await repository.index({ options: { include_tests: true } });
    expect(await paths('quokka')).toEqual(['web/gone.py']);
    repository.remove('web/gone.py');
    await repository.index({ options: { include_tests: true } });
    expect(await paths('quokka')).toEqual([]);
  });

  it('uses vectors as far as they are there, and says how far that is', async () => {
    const { storage, embedder, clock } = repository.deps;
    const { name } = embedder.model;
    const put = async (limit: number) => {
      const claim = { owner: 'test', until: clock.now() + 1_000_000 };
      const claimed = await withEmbeddingText(
        repository.deps,
        await storage.embeddings.claim(name, claim, limit, clock.now()),
      );
      const embeddings = await embedder.embed(
        claimed.map(({ text }) => text),
        { role: 'passage' },
      );
      const vectors = embeddings.map(({ vector }, i) => ({ passageId: claimed[i]?.id ?? 0, vector }));
      await storage.vectors.put(name, vectors);
      return claimed.length;
    };
    const query = 'redirects of a request';
    expect(await search(query, {}, true)).toMatchObject({ embedded: 0 });
    expect(await put(3)).toBe(3);
    const { embedded: some } = await search(query, {}, true);
    expect(some).toBeGreaterThan(0);
    expect(some).toBeLessThan(1);
    await put(1000);
    const all = await search(query, {}, true);
    expect(all.embedded).toBe(1);
    expect(all.hits[0]?.path).toBe('web/session.py');
  });
});
