import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { says } from '../../web-server/index.ts';
import { failure, page, SOON, type BrowserBench } from './fixtures.ts';
import { forbiddenPlaces, OPEN_WAYS, tryEverything, webRtc } from './hostile-pages.ts';

export function hostileCases(bench: BrowserBench): void {
  afterEach(() => {
    expect(bench.internal.accepted).toBe(0);
    expect(bench.packets).toBe(0);
    const outside = bench.site.requests.filter(
      ({ path: at, headers }) => at.startsWith('/outside') || !/^(www\.)?site\.test:/.test(headers.host ?? ''),
    );
    expect(outside.map(({ path: at }) => at)).toEqual([]);
  });

  it('no way that a page has leads to a private address or another host', async () => {
    const places = forbiddenPlaces(bench.internal.port, bench.site.port);
    const visit = await bench.at([tryEverything(bench.url('/open/')), ...places.map(tryEverything)].join('\n'), {
      timeoutMs: 60_000,
    });
    const tried = () => OPEN_WAYS.filter((way) => bench.site.paths().some((at) => at.startsWith(`/open/${way}`)));
    await expect.poll(tried, SOON).toEqual(expect.arrayContaining(OPEN_WAYS.filter((way) => way !== 'socket')));
    await visit.wait({ ms: 500 }, 1000);
    const { refused } = visit.standing();
    expect(refused).toEqual(
      expect.arrayContaining([
        `127.0.0.1:${bench.internal.port}`,
        `[::1]:${bench.internal.port}`,
        `other.test:${bench.site.port}`,
      ]),
    );
  }, 90_000);

  it('a socket to the site is let through, and to no other place', async () => {
    const visit = await bench.at(`<p id=m></p><script>
      for (const at of ['site.test:${bench.site.port}', '127.0.0.1:${bench.internal.port}', 'other.test:${bench.site.port}'])
        { const s = new WebSocket('ws://' + at + '/socket'); s.onerror = () => { m.textContent += at + ' ' } }</script>`);
    await visit.wait({ target: [{ text: 'other.test' }] }, 5000);
    await expect.poll(() => bench.site.paths(), SOON).toContain('/socket');
  });

  it('the page itself is led nowhere: by a script, a form, a refresh, a link', async () => {
    const inside = `http://127.0.0.1:${bench.internal.port}/`;
    for (const markup of [
      `<script>location = '${inside}'</script>`,
      `<form method=post action="${inside}"></form><script>document.forms[0].submit()</script>`,
      `<meta http-equiv=refresh content="0;url=${inside}">`,
      `<a href="${inside}">x</a><script>document.links[0].click()</script>`,
      `<script>location = '${bench.url('/outside', 'other.test')}'</script>`,
      `<script>location = 'file:///etc/passwd'</script>`,
      `<script>location = 'data:text/html,<p>root:x</p>'</script>`,
      `<iframe src="file:///etc/passwd"></iframe><script>fetch('file:///etc/passwd').then((r) => r.text()).then((t) => document.write(t)).catch(() => 0)</script>`,
    ]) {
      const visit = await bench.at(`<p id=here>here</p>${markup}`);
      await visit.wait({ ms: 150 }, 1000);
      expect(await visit.html()).toContain('id="here"');
      expect(visit.url()).toBe(bench.url('/'));
      await visit.close();
    }
  });

  it('says why, where a link of the page leads to a place that is refused', async () => {
    const visit = await bench.at(`<a href="${bench.url('/outside', 'other.test')}">on</a>`);
    await visit.click([{ role: 'link' }]);
    await expect(visit.wait({ target: [{ css: '#there' }] }, 200)).rejects.toEqual(failure('FORBIDDEN'));
    await visit.wait({ target: [{ role: 'link' }] }, 200);
  });

  it('no window is opened, and nothing asked for in its name', async () => {
    const visit =
      await bench.at(`<button onclick="window.open('/popup'); window.open('/popup', 'x', 'popup')">open</button>
      <a href="/popup" target=_blank>blank</a><script>window.open('/popup')</script><form action="/popup" target=_blank><input type=submit></form>`);
    for (const css of ['button', 'a', 'input']) await visit.click([{ css }]);
    await visit.wait({ ms: 300 }, 1000);
    expect(bench.site.paths()).not.toContain('/popup');
    expect(visit.url()).toBe(bench.url('/'));
  });

  it('dialogs are dismissed and do not hold up a step', async () => {
    const visit =
      await bench.at(`<p id=said></p><button onclick="alert(1); said.textContent = confirm(2) + ' ' + prompt(3)">ask</button>
      <script>onbeforeunload = (e) => { e.preventDefault(); return 'stay' }; alert('at once')</script>`);
    await visit.click([{ css: 'button' }]);
    expect(await visit.html()).toContain('false null');
    await visit.goto(bench.url('/'));
  });

  it('no permission is given', async () => {
    const visit = await bench.at(`<p id=m></p><script>
      const names = ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read', 'persistent-storage', 'midi'];
      Promise.all(names.map((name) => navigator.permissions.query({ name }).then((s) => s.state, () => 'none')))
        .then((all) => { m.textContent = 'states ' + [...new Set(all)].sort().join() })</script>`);
    await visit.wait({ target: [{ text: 'states' }] }, 5000);
    expect(await visit.html()).not.toMatch(/states [^<]*granted/);
  });

  it('nothing is downloaded', async () => {
    const heads = {
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename=payload.bin',
    };
    bench.site.page('/payload', says('MZ-payload', heads));
    const visit = await bench.at(
      '<a id=l href="/payload" download=payload.bin>get</a><script>document.links[0].click()</script>',
    );
    await visit.click([{ css: 'a' }]);
    await expect.poll(() => bench.site.paths(), SOON).toContain('/payload');
    await visit.wait({ ms: 200 }, 1000);
    expect(
      filesBelow(tmpdir(), /^(zapomni-browser|playwright)/).filter((name) => /payload|\.crdownload/.test(name)),
    ).toEqual([]);
    expect(visit.url()).toBe(bench.url('/'));
  });

  it('no worker of a service is left behind, nor cookies, nor storage', async () => {
    bench.site.page(
      '/sw.js',
      says('addEventListener("fetch", (e) => e.respondWith(new Response("kept")))', {
        'content-type': 'text/javascript',
      }),
    );
    bench.secure.page(
      '/sw.js',
      says('addEventListener("fetch", (e) => e.respondWith(new Response("kept")))', {
        'content-type': 'text/javascript',
      }),
    );
    const look = `<p id=m></p><script>(async () => {
      const dbs = await indexedDB.databases(); const caches_ = globalThis.caches ? await caches.keys() : [];
      const workers = navigator.serviceWorker ? (await navigator.serviceWorker.getRegistrations()).length : 0;
      m.textContent = 'found ' + JSON.stringify([document.cookie, localStorage.length, dbs.length, caches_.length, workers]);
      document.cookie = 'a=1; max-age=9999'; localStorage.a = 1; indexedDB.open('a'); globalThis.caches?.open('a');
      try { await ServiceWorkerContainer.prototype.register.call(navigator.serviceWorker, '/sw.js') } catch {}
      try { await navigator.serviceWorker.register('/sw.js') } catch {} m.textContent += ' over'; })()</script>`;
    bench.secure.page('/', page(look));
    for (let time = 0; time < 2; time++) {
      const visit = await bench.visit();
      await visit.goto(`https://site.test:${bench.secure.port}/`);
      await visit.wait({ target: [{ text: 'found' }] }, 5000);
      expect(await visit.html()).toContain('found ["",0,0,0,0]');
      await visit.wait({ ms: 300 }, 1000);
      await visit.close();
    }
    expect(bench.secure.paths()).not.toContain('/sw.js');
  });

  it('no packet leaves it past the proxy', async () => {
    const visit = await bench.at(webRtc(bench.udpPort));
    await visit.wait({ target: [{ css: 'body[data-candidates]' }] }, 5000);
    expect(await visit.html()).toContain('data-candidates="0"');
  });

  it('a page that throws, floods the console, nests frames and steals focus changes nothing', async () => {
    const visit = await bench.at(`<p id=here>here</p><script>
      setInterval(() => { for (let i = 0; i < 20; i++) console.log('x'.repeat(100)); document.body?.append(document.createElement('iframe')); }, 50);
      setInterval(() => { throw new Error('x') }, 5); onblur = () => focus(); history.pushState(0, '', '/pushed');</script>`);
    await visit.wait({ ms: 500 }, 1000);
    await visit.click([{ css: '#here' }]);
    expect(await visit.count([{ css: '#here' }])).toBe(1);
  });
}

function filesBelow(folder: string, top: RegExp): string[] {
  const folders = readdirSync(folder).filter((name) => top.test(name));
  return folders.flatMap((name) => {
    try {
      return readdirSync(path.join(folder, name), { recursive: true }).map(String);
    } catch {
      return [];
    }
  });
}
