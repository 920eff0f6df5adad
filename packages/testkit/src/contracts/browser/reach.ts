import { expect, it } from 'vitest';
import { drops, floods, leadsTo, privateSpellings, says, type WebServer } from '../../web-server/index.ts';
import { failure, page, SOON, type BrowserBench } from './fixtures.ts';

const closed = (site: WebServer) => site.paths().filter((path) => path.startsWith('/closed'));

export function reachCases(bench: BrowserBench): void {
  it.each([
    'file:///etc/passwd',
    'data:text/html,x',
    'javascript:1',
    'view-source:http://site.test/',
    'chrome://version',
    'about:blank',
    'blob:http://site.test/1',
    'ftp://site.test/',
    'ws://site.test/',
  ])('refuses %s', async (url) => {
    const visit = await bench.visit();
    await expect(visit.goto(url)).rejects.toEqual(failure('FORBIDDEN'));
    expect(visit.standing().requests).toBe(0);
  });

  it('refuses what is no address, and one with a name and password', async () => {
    const visit = await bench.visit();
    await expect(visit.goto('site.test')).rejects.toEqual(failure('INVALID_INPUT'));
    await expect(visit.goto('http://a:b@site.test/')).rejects.toEqual(failure('INVALID_INPUT'));
    await expect(visit.goto(`http://site.test/${'a'.repeat(9000)}`)).rejects.toEqual(failure('INVALID_INPUT'));
  });

  it('goes to hosts of the visit and below them, over http and https, and nowhere else', async () => {
    bench.site.page('/', page('<p>plain</p>'));
    bench.secure.page('/', page('<p>secure</p>'));
    const visit = await bench.visit();
    await visit.goto(bench.url('/', 'www.site.test'));
    await visit.goto(`https://site.test:${bench.secure.port}/`);
    expect(await visit.count([{ text: 'secure' }])).toBe(1);
    await expect(visit.goto(bench.url('/', 'other.test'))).rejects.toEqual(failure('FORBIDDEN'));
    await expect(visit.goto('http://example.org/')).rejects.toEqual(failure('FORBIDDEN'));
    expect(visit.standing().refused).toEqual([`other.test:${bench.site.port}`, 'example.org']);
  });

  it('goes to no port but those of the web, unless the user named it', async () => {
    const visit = await bench.visit({ hosts: ['example.org', 'site.test'] });
    for (const port of [22, 25, 8080, bench.internal.port])
      await expect(visit.goto(`http://example.org:${port}/`)).rejects.toEqual(failure('FORBIDDEN'));
    await expect(visit.goto(`http://site.test:${bench.internal.port}/`)).rejects.toEqual(failure('FORBIDDEN'));
    expect(bench.internal.accepted).toBe(0);
  });

  it('goes to no private address, by name or number', async () => {
    const visit = await bench.visit({ hosts: ['inward.test', 'mixed.test'] });
    for (const url of ['http://inward.test/', 'https://inward.test/', 'http://mixed.test/'])
      await expect(visit.goto(url)).rejects.toEqual(failure('FORBIDDEN'));
    expect(visit.standing().refused).toEqual(['inward.test', 'mixed.test']);
    expect(bench.internal.accepted).toBe(0);
  });

  it('goes to no private address however it is spelt, also where the visit names it', async () => {
    const spelt = privateSpellings().filter((name) => URL.canParse(`http://${name}/`));
    const hosts = [...new Set(spelt.map((name) => new URL(`http://${name}/`).hostname))];
    const visit = await bench.visit({ hosts, maxPages: 500 });
    for (const host of [...hosts.filter((name) => !name.startsWith('[')).slice(0, 4), '[::1]', '[::ffff:7f00:1]'])
      await expect(visit.goto(`http://${host}/`)).rejects.toEqual(failure('FORBIDDEN'));
    for (const name of spelt)
      await expect(visit.goto(`http://${name}:${bench.internal.port}/`)).rejects.toEqual(failure('FORBIDDEN'));
    expect(bench.internal.accepted).toBe(0);
  });

  it('is led to no other place by a redirection', async () => {
    const { site, internal } = bench;
    const places = [
      `http://127.0.0.1:${internal.port}/`,
      bench.url('/', 'other.test'),
      'http://inward.test/',
      'file:///etc/passwd',
    ];
    const visit = await bench.visit();
    for (const [i, place] of places.entries()) {
      site.page(`/to/${i}`, leadsTo(place));
      site.page(`/chain/${i}`, leadsTo(`/to/${i}`));
      await expect(visit.goto(bench.url(`/chain/${i}`))).rejects.toEqual(
        expect.objectContaining({ code: expect.stringMatching(/FORBIDDEN|UPSTREAM_FAILED/) }),
      );
      expect(await visit.html()).not.toContain('root:');
    }
    expect(internal.accepted).toBe(0);
    expect(site.requests.filter(({ headers }) => headers.host?.startsWith('other'))).toEqual([]);
  });

  it('obeys robots.txt: for pages, for links, for redirections', async () => {
    const { site } = bench;
    site.page('/robots.txt', says('User-agent: zapomni\nDisallow: /closed'));
    site.page('/start', page('<a href="/closed/a">on</a>'));
    site.page('/moved', leadsTo('/closed/b'));
    site.page('/closed/a', page('<p>closed</p>'));
    site.page('/closed/b', page('<p>closed</p>'));
    const visit = await bench.visit({ hosts: ['robots.test'] });
    await expect(visit.goto(bench.url('/closed/a', 'robots.test'))).rejects.toEqual(failure('FORBIDDEN', /robots/));
    await visit.goto(bench.url('/start', 'robots.test'));
    await visit.click([{ role: 'link' }]);
    await expect(visit.wait({ target: [{ text: 'closed' }] }, 300)).rejects.toEqual(failure('FORBIDDEN', /robots/));
    expect(visit.url()).toBe(bench.url('/start', 'robots.test'));
    await expect(visit.goto(bench.url('/moved', 'robots.test'))).rejects.toEqual(failure('FORBIDDEN', /robots/));
    expect(await visit.html()).not.toContain('closed');
    expect(closed(site)).toEqual([]);
    site.page('/robots.txt', says('', {}, 404));
  });

  it.each([
    ['a link', '<a id=go href="/1">on</a>'],
    ['a form', '<form method=post action="/1"><button id=go>on</button></form>'],
    ['a script', `<button id=go onclick="location = '/1'">on</button>`],
    [
      'a refresh',
      `<template><meta http-equiv=refresh content="0;url=/1"></template><button id=go onclick="document.head.append(document.querySelector('template').content)">on</button>`,
    ],
    ['another host', `<a id=go href="http://site.test:PORT/1">on</a>`],
  ])('obeys robots.txt at each step of a redirection that %s began', async (_name, markup) => {
    const { site } = bench;
    site.page('/robots.txt', says('User-agent: zapomni\nDisallow: /closed'));
    site.page('/start', page(markup.replace('PORT', String(site.port))));
    site.page('/1', leadsTo('/2'));
    site.page('/2', leadsTo(bench.url('/closed/c', 'robots.test')));
    site.page('/closed/c', page('<p id=there>closed</p>'));
    const visit = await bench.visit({ hosts: ['robots.test', 'site.test'] });
    await visit.goto(bench.url('/start', 'robots.test'));
    await visit.click([{ css: '#go' }]);
    await expect.poll(() => site.paths(), SOON).toContain('/2');
    await expect(visit.wait({ target: [{ css: '#there' }] }, 300)).rejects.toEqual(failure('FORBIDDEN', /robots/));
    expect(visit.url()).toBe(bench.url('/start', 'robots.test'));
    expect(closed(site)).toEqual([]);
    site.page('/robots.txt', says('', {}, 404));
  });

  it('obeys robots.txt in frames, and loads what a page that may be read is made of', async () => {
    const { site } = bench;
    site.page('/robots.txt', says('User-agent: zapomni\nDisallow: /closed\nDisallow: /parts'));
    site.page('/1', leadsTo('/closed/d'));
    site.page(
      '/framed',
      page(
        '<iframe src="/closed/e"></iframe><iframe src="/1"></iframe><script src="/parts/s.js"></script><img src="/parts/i.png">',
      ),
    );
    site.page('/parts/s.js', says('document.body.id = "made"', { 'content-type': 'text/javascript' }));
    const visit = await bench.visit({ hosts: ['robots.test'] });
    await visit.goto(bench.url('/framed', 'robots.test'));
    await visit.wait({ target: [{ css: '#made' }] }, 5000);
    await expect.poll(() => site.paths(), SOON).toEqual(expect.arrayContaining(['/1', '/parts/i.png']));
    await visit.wait({ ms: 200 }, 1000);
    expect(closed(site)).toEqual([]);
    site.page('/robots.txt', says('', {}, 404));
  });

  it('opens pages of one host no faster than its pace', async () => {
    bench.site.page('/', page('<p>x</p>'));
    bench.site.page('/robots.txt', says('User-agent: *\nCrawl-delay: 50'));
    const controller = new AbortController();
    const visit = await bench.visit({ hosts: ['slow.test'], signal: controller.signal });
    await visit.goto(bench.url('/', 'slow.test'));
    bench.site.page('/robots.txt', says('', {}, 404));
    // Its turn comes long after the visit has ended.
    const next = visit.goto(bench.url('/', 'slow.test'));
    setTimeout(() => controller.abort(), 400);
    await expect(next).rejects.toEqual(failure('CANCELLED'));
    expect(bench.site.paths().filter((path) => path === '/')).toHaveLength(1);
  });

  it('tells a host that is not there, one that fails, and one that breaks off', async () => {
    const { site } = bench;
    site.page('/gone', page('gone', {}, 404));
    site.page('/busy', page('busy', { 'retry-after': '7' }, 429));
    site.page('/drops', drops);
    site.page(
      '/file',
      says('bytes', {
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment; filename=payload.bin',
      }),
    );
    const visit = await bench.visit({ hosts: ['site.test', 'nowhere.test'] });
    await expect(visit.goto('http://nowhere.test/')).rejects.toEqual(failure('UPSTREAM_FAILED', /no host/));
    await expect(visit.goto('https://nowhere.test/')).rejects.toEqual(failure('UPSTREAM_FAILED', /no host/));
    await expect(visit.goto(bench.url('/gone'))).rejects.toEqual(failure('UPSTREAM_FAILED', /404/));
    await expect(visit.goto(bench.url('/drops'))).rejects.toEqual(failure('UPSTREAM_FAILED'));
    await expect(visit.goto(bench.url('/file'))).rejects.toEqual(failure('UPSTREAM_FAILED'));
    await expect(visit.goto(bench.url('/busy'))).rejects.toMatchObject({
      code: 'UPSTREAM_RATE_LIMITED',
      retryAfterMs: 7000,
    });
  });

  it('cuts off a page that sends without end', async () => {
    bench.site.page('/flood', floods);
    const visit = await bench.visit({ maxBytes: 2_000_000 });
    await expect(visit.goto(bench.url('/flood'))).rejects.toEqual(failure('TOO_LARGE', /2000000 bytes/));
    await expect(visit.goto(bench.url('/'))).rejects.toEqual(failure('TOO_LARGE'));
    expect(visit.standing().bytes).toBeLessThan(4_000_000);
  });
}
