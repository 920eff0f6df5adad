import { expect, it } from 'vitest';
import { says } from '../../web-server/index.ts';
import { byCss, failure, page, type BrowserBench } from './fixtures.ts';

const TEST_FRAME = '<iframe src="/widgets/captcha/anchor" width=300 height=80></iframe>';
const ARTICLE = `<p>${'An article of many words. '.repeat(80)}</p>`;

export function personCases(bench: BrowserBench): void {
  it.each([
    ['a login of the protocol', page('<p>who?</p>', { 'www-authenticate': 'Basic realm=x' }, 401)],
    ['a refusal with a test', page(`<h1>Forbidden</h1>${TEST_FRAME}`, {}, 403)],
    ['a refusal that asks in words', page('<h1>Please verify you are a human</h1>', {}, 403)],
    ['too many requests with a test', page('<p>Our systems have detected unusual traffic</p>', {}, 429)],
    ['a challenge by its head', page('<p>wait</p>', { 'x-mitigated': 'challenge' }, 403)],
    ['a page that is a test and nothing else', page(`<title>One more step</title>${TEST_FRAME}`)],
    ['a picture to type off', page('<img src="/captcha.png" width=200 height=60><input name="captcha">')],
  ])('%s', async (_name, shown) => {
    bench.site.page('/wall', shown);
    const visit = await bench.visit();
    await expect(visit.goto(bench.url('/wall'))).rejects.toEqual(failure('NEEDS_HUMAN'));
  });

  it('a login that no step fills, when what is looked for is not there', async () => {
    const visit = await bench.at('<form><input name=user><input type=password></form>');
    await expect(visit.wait({ target: [{ css: '.result' }] }, 100)).rejects.toEqual(failure('NEEDS_HUMAN', /login/));
    await expect(visit.extract([{ css: '.result' }], {}, 5)).rejects.toEqual(failure('NEEDS_HUMAN', /login/));
    await visit.fill(byCss('[type=password]'), 'given');
    await expect(visit.wait({ target: [{ css: '.result' }] }, 100)).rejects.toEqual(failure('NOT_FOUND'));
  });

  it('a page with a login in its corner, or a test among other things, is no obstacle', async () => {
    const visit = await bench.at(`${ARTICLE}<form><input type=password></form>${TEST_FRAME}<p class=result>found</p>`);
    await visit.wait({ target: [{ css: '.result' }] }, 1000);
    const long = await bench.at(`${ARTICLE.repeat(3)}<form><input type=password></form>${TEST_FRAME}`);
    await expect(long.wait({ target: [{ css: '.result' }] }, 50)).rejects.toEqual(failure('NOT_FOUND'));
    expect(await visit.count([{ css: '.result' }])).toBe(1);
  });

  it('a plain refusal, and a text about such tests, are what they are', async () => {
    bench.site.page('/plain', page('<p>Forbidden</p>', {}, 403));
    const visit = await bench.at(`<h1>On telling people from machines</h1>${ARTICLE}`);
    await expect(visit.goto(bench.url('/plain'))).rejects.toEqual(failure('UPSTREAM_FAILED', /403/));
    await visit.goto(bench.url('/'));
    await expect(visit.wait({ target: [{ css: '.x' }] }, 50)).rejects.toEqual(failure('NOT_FOUND'));
  });

  it('a visit that somebody leads is not asked for what programs are, and reaches no more than others', async () => {
    bench.site.page('/robots.txt', says('User-agent: *\nDisallow: /\nCrawl-delay: 50'));
    bench.site.page('/sign-in', page('<p>who?</p>'));
    const visit = await bench.visit({ hosts: ['robots.test'], person: true });
    for (let i = 0; i < 2; i++) await visit.goto(bench.url('/sign-in', 'robots.test'));
    expect(await visit.count([{ text: 'who?' }])).toBe(1);
    await expect(visit.goto(bench.url('/', 'other.test'))).rejects.toEqual(failure('FORBIDDEN'));
    await expect(visit.goto(`http://127.0.0.1:${bench.internal.port}/`)).rejects.toEqual(failure('FORBIDDEN'));
    bench.site.page('/robots.txt', says('', {}, 404));
  });
}
