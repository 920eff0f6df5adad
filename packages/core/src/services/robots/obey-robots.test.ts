/** robots.txt over the real way out, from a server on loopback. */
import type { Web, WebRequest } from '@zapomni/core/ports';
import { openTestDeps, type TestDeps } from '@zapomni/testkit/deps';
import { drops, inTurn, leadsTo, says, WebServer, webTo, type Page } from '@zapomni/testkit/web-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { obeyRobots } from './obey-robots.ts';

const HOUR = 3_600_000;

describe('robots.txt of a site', () => {
  let [server, web, test]: [WebServer, Web, TestDeps] = [undefined as never, undefined as never, undefined as never];
  const at = (path: string): string => `http://127.0.0.1:${server.port}${path}`;
  const robots = (page: Page): void => server.page('/robots.txt', page);
  const open = (settings: Readonly<Record<string, string>> = {}): void => {
    test = openTestDeps({ web, settings });
  };
  beforeEach(async () => {
    server = await WebServer.start();
    // A server that fails is asked again at once.
    web = webTo(server, { pause: async () => undefined });
    open();
  });
  afterEach(async () => {
    await test.close();
    await web.close();
    await server.close();
  });

  it('keeps a program away from what it names, and says what to do', async () => {
    robots(says('User-agent: *\nDisallow: /private'));
    await expect(obeyRobots(test.deps, at('/open?x=1'))).resolves.toEqual({});
    await expect(obeyRobots(test.deps, at('/private/a'))).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('robots.txt') as string,
      hint: expect.stringMatching(/save it.*ZAPOMNI_WEB_ROBOTS/s) as string,
    });
    expect(server.paths()).toEqual(['/robots.txt']);
    expect(server.requests[0]?.headers['user-agent']).toMatch(/^zapomni/);
  });

  it('is asked for once an hour', async () => {
    robots(inTurn(says('User-agent: *\nDisallow: /a'), says('')));
    await expect(obeyRobots(test.deps, at('/a'))).rejects.toMatchObject({ code: 'FORBIDDEN' });
    test.clock.advance(HOUR - 1);
    await expect(obeyRobots(test.deps, at('/a'))).rejects.toMatchObject({ code: 'FORBIDDEN' });
    test.clock.advance(1);
    await expect(obeyRobots(test.deps, at('/a'))).resolves.toEqual({});
    expect(server.paths()).toEqual(['/robots.txt', '/robots.txt']);
  });

  it.each([404, 401, 403, 410])('allows everything when the answer is %i', async (status) => {
    robots(says('User-agent: *\nDisallow: /', {}, status));
    await expect(obeyRobots(test.deps, at('/a'))).resolves.toEqual({});
  });

  it('is followed to where it has moved', async () => {
    robots(leadsTo('/elsewhere.txt'));
    server.page('/elsewhere.txt', says('User-agent: *\nDisallow: /a'));
    await expect(obeyRobots(test.deps, at('/a'))).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('allows nothing while the server fails, and what it said before where that is known', async () => {
    robots(inTurn(drops, drops, drops, drops, says('User-agent: *\nDisallow: /a'), drops));
    await expect(obeyRobots(test.deps, at('/b'))).rejects.toMatchObject({
      code: 'UPSTREAM_FAILED',
      message: expect.stringContaining('robots.txt') as string,
    });
    await obeyRobots(test.deps, at('/b'));
    test.clock.advance(HOUR);
    await expect(obeyRobots(test.deps, at('/b'))).resolves.toEqual({});
    await expect(obeyRobots(test.deps, at('/a'))).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('is read as far as 500 KiB', async () => {
    const filler = `${'#'.repeat(1023)}\n`.repeat(500);
    robots(says(`User-agent: *\nDisallow: /a\n${filler}Disallow: /b\n${filler.repeat(40)}`));
    await expect(obeyRobots(test.deps, at('/a'))).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(obeyRobots(test.deps, at('/b'))).resolves.toEqual({});
  });

  it('may ask for a pace, which the page is asked with', async () => {
    robots(says('User-agent: *\nCrawl-delay: 2'));
    await expect(obeyRobots(test.deps, at('/a'))).resolves.toEqual({ minIntervalMs: 2000, concurrency: 1 });
  });

  it('is not asked for when that is set', async () => {
    await test.close();
    open({ web_robots: 'ignore' });
    robots(says('User-agent: *\nDisallow: /'));
    await expect(obeyRobots(test.deps, at('/a'))).resolves.toEqual({});
    expect(server.paths()).toEqual([]);
  });

  it('changes nothing of where the network ends', async () => {
    await expect(obeyRobots(test.deps, 'http://example.org/a')).rejects.toMatchObject({ code: 'NETWORK_OFF' });
    const asked: WebRequest[] = [];
    const recording = { ...web, isOff: false, fetch: (request: WebRequest) => void asked.push(request) } as never;
    await obeyRobots({ ...test.deps, web: recording }, at('/a')).catch(() => undefined);
    expect(asked).toMatchObject([{ url: at('/robots.txt') }]);
  });
});
