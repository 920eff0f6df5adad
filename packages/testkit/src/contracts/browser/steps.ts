import { expect, it } from 'vitest';
import type { FieldRule } from '@zapomni/core/ports';
import { byCss, failure, page, type BrowserBench } from './fixtures.ts';

const LIST = `<h1>Results</h1><ul>
<li class=row><h2><a href="/p/1">One  <b>bold</b></a></h2><span class=by>Ann</span><span class=by>Bob</span><img src="/1.png" alt="first"></li>
<li class=row><h2><a href="../p/2?x=1">Two</a></h2><span class=by>Cy</span></li>
<li class=row data-testid="last"><h2>Three</h2></li></ul>`;

const byName = (name: string) => [{ role: 'textbox', name }];

const take = (css: string, what: FieldRule['take'], all = false): FieldRule => ({ target: [{ css }], take: what, all });

export function stepCases(bench: BrowserBench): void {
  it('extracts rows and fields, absolute addresses, all or the first, and says how many matched', async () => {
    const visit = await bench.at(LIST);
    const rows = await visit.extract(
      [{ css: '.nothing' }, { css: '.row' }],
      {
        title: take('h2', 'text'),
        url: take('a', 'href'),
        by: take('.by', 'text', true),
        alt: take('img', 'attr:alt'),
        src: take('img', 'src'),
        html: take('a', 'html'),
      },
      2,
    );
    expect(rows).toEqual([
      {
        title: { values: ['One bold'], matched: 1 },
        url: { values: [bench.url('/p/1')], matched: 1 },
        by: { values: ['Ann', 'Bob'], matched: 2 },
        alt: { values: ['first'], matched: 1 },
        src: { values: [bench.url('/1.png')], matched: 1 },
        html: { values: ['One  <b>bold</b>'], matched: 1 },
      },
      {
        title: { values: ['Two'], matched: 1 },
        url: { values: [bench.url('/p/2?x=1')], matched: 1 },
        by: { values: ['Cy'], matched: 1 },
        alt: { values: [], matched: 0 },
        src: { values: [], matched: 0 },
        html: { values: ['Two'], matched: 1 },
      },
    ]);
    expect(await visit.extract([], { all: take('.row', 'text', true) }, 5)).toEqual([
      { all: { values: expect.any(Array) as unknown, matched: 3 } },
    ]);
  });

  it('means the same by role, text and test id', async () => {
    const visit = await bench.at(LIST);
    const fields = { link: { target: [{ role: 'link' }], take: 'href', all: false } } as const;
    const rows = await visit.extract([{ role: 'listitem' }], fields, 10);
    expect(rows.map(({ link }) => link?.matched)).toEqual([1, 1, 0]);
    expect(rows[1]?.['link']?.values).toEqual([bench.url('/p/2?x=1')]);
    expect(await visit.count([{ role: 'link', name: 'Two' }])).toBe(1);
    expect(await visit.count([{ text: 'Results' }])).toBe(1);
    expect(await visit.count([{ testId: 'last' }])).toBe(1);
    expect(await visit.count([{ css: '.nothing' }, { css: '.row' }])).toBe(3);
    const text = { title: { target: [{ text: 'Three' }], take: 'text', all: false } } as const;
    expect(await visit.extract([{ testId: 'last' }], text, 1)).toEqual([{ title: { values: ['Three'], matched: 1 } }]);
  });

  it('reads what a page’s own scripts have bent as it is', async () => {
    const visit = await bench.at(`${LIST}<script>
      Element.prototype.querySelectorAll = Document.prototype.querySelectorAll = () => { throw new Error('bent'); };
      Array.prototype.map = () => ['bent']; JSON.stringify = () => 'bent'; String.prototype.slice = () => 'x'.repeat(1e8);</script>`);
    const rows = await visit.extract([{ css: '.row' }], { title: take('h2', 'text') }, 1);
    expect(rows).toEqual([{ title: { values: ['One bold'], matched: 1 } }]);
    expect(await visit.html()).toContain('<h1>Results</h1>');
  });

  it('fills, selects, checks, presses and clicks, and the page that follows is there', async () => {
    bench.site.otherwise(page('<p id=done>done</p>'));
    const visit = await bench.at(`<form action="/go">
      <label>Name <input name=q></label><select name=s><option value=a>A<option value=b>B</select>
      <input type=checkbox name=c value=1><button>Go</button></form>`);
    await visit.fill(byName('Name'), 'two words');
    await visit.select([{ css: 'select' }], 'b');
    await visit.check([{ css: '[name=c]' }], true);
    await visit.click([{ role: 'button', name: 'Go' }]);
    expect(await visit.count([{ css: '#done' }])).toBe(1);
    expect(visit.url()).toBe(bench.url('/go?q=two+words&s=b&c=1'));
    await visit.goto(bench.url('/'));
    await visit.fill(byCss('[name=q]'), 'x');
    await visit.press('Enter', [{ css: '[name=q]' }]);
    expect(await visit.count([{ css: '#done' }])).toBe(1);
    await visit.goto(bench.url('/'));
    await visit.click([{ css: '[name=q]' }]);
    await visit.press('Enter');
    expect(await visit.count([{ css: '#done' }])).toBe(1);
    bench.site.otherwise(page('no such page', {}, 404));
  });

  it('waits for what comes late: targets, addresses, loading, time', async () => {
    const visit =
      await bench.at(`<script>setTimeout(() => { document.body.insertAdjacentHTML('beforeend', '<p id=late onclick="location.hash=1">late</p>');
      history.pushState(0, '', '/later'); }, 300)</script>`);
    await visit.wait({ target: [{ css: '#late' }] }, 5000);
    await visit.wait({ url: '/later' }, 5000);
    await visit.wait({ load: 'load' }, 5000);
    await visit.click([{ css: '#none' }, { text: 'late' }]);
    await visit.wait({ ms: 10 }, 100);
    expect(visit.url()).toBe(bench.url('/later#1'));
    await expect(visit.wait({ url: '/never' }, 50)).rejects.toEqual(failure('TIMEOUT'));
  });

  it('scrolls by screens and to the end', async () => {
    const visit = await bench.at(`<div style="height:5000px"></div><script>
      addEventListener('scroll', () => { if (scrollY > 600) document.title = 'far ' + Math.round(scrollY) })</script>`);
    await visit.scroll(1);
    expect(await visit.html()).toContain('<title>far 800</title>');
    await visit.scroll(0);
    expect(await visit.html()).toMatch(/<title>far 4\d{3}<\/title>/);
  });

  it('prefers what can be seen where several match', async () => {
    const visit = await bench.at(
      `<button style="display:none" onclick="document.title='hidden'">Go</button><button onclick="document.title='seen'">Go</button>`,
    );
    await visit.click([{ css: 'button' }]);
    expect(await visit.html()).toContain('<title>seen</title>');
  });

  it('acts in a frame of the page', async () => {
    bench.site.page('/frame', page(`<button onclick="parent.document.title='framed'">Accept</button>`));
    const visit = await bench.at('<iframe src="/frame"></iframe>');
    await visit.click([{ role: 'button', name: 'Accept' }]);
    expect(await visit.html()).toContain('<title>framed</title>');
  });

  it('fails with the words of the step where nothing matches, or what matches cannot be used', async () => {
    const visit = await bench.at('<p>private words of the page</p><button disabled>No</button>');
    await expect(visit.wait({ target: [{ css: '#a' }, { role: 'link', name: 'B' }] }, 100)).rejects.toEqual(
      failure('NOT_FOUND', /css "#a", or role "link" named "B"/),
    );
    await expect(visit.click([{ css: 'button' }])).rejects.toEqual(failure('TIMEOUT', /css "button" cannot be used/));
    await expect(visit.click([])).rejects.toEqual(failure('INVALID_INPUT'));
    expect(await visit.extract([{ css: '#a' }], { a: take('b', 'text') }, 5)).toEqual([]);
  });

  it.each(['a[', ':::', '>> xpath=//a', 'div >> internal:control=enter-frame', ''])(
    'refuses the selector %j',
    async (css) => {
      const visit = await bench.at('<p>x</p>');
      await expect(visit.count([{ css }])).rejects.toEqual(failure('INVALID_INPUT', /css/));
      await expect(visit.extract([{ css }], {}, 1)).rejects.toEqual(failure('INVALID_INPUT', /css/));
    },
  );

  it('takes a picture, and knows what a visit has cost', async () => {
    const visit = await bench.at('<img src="/a.png"><p>x</p>');
    expect(
      Buffer.from(await visit.screenshot())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    const { requests, bytes, pages, refused } = visit.standing();
    expect({ requests: requests >= 2, bytes: bytes > 20, pages, refused }).toEqual({
      requests: true,
      bytes: true,
      pages: 1,
      refused: [],
    });
  });

  it('says honestly who visits', async () => {
    await bench.at('<p>x</p>');
    const agent = bench.site.requests.find(({ path }) => path === '/')?.headers['user-agent'];
    expect(agent).toMatch(/Chrome\/.* Zapomni\/0\.0\.0 \(\+https:\/\/home\.test\)$/);
  });
}
