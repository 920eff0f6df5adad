import { expect, it } from 'vitest';
import { byCss, failure, page, type BrowserBench } from './fixtures.ts';

const [SECRET, ANOTHER] = ['hunter2-mmmm', 'mmmmm-2hunte'];
/** Repeats everything that is typed, and tells the server. */
const LOGIN = `<input id=p oninput="echo.textContent = this.value; fetch('/leak?' + this.value)"><p id=echo style="font:16px monospace">-</p>`;

/** Shows what a page knows its visitor by. */
const SHOW =
  '<p id=m style="font:16px monospace"></p><script>m.textContent = document.cookie + localStorage.mark</script>';

export function secretCases(bench: BrowserBench): void {
  const origin = () => new URL(bench.url('/')).origin;

  it('types a secret into a page of its origin', async () => {
    const visit = await bench.at(LOGIN);
    await visit.fill(byCss('#p'), SECRET, origin());
    await expect.poll(() => bench.site.paths()).toContain(`/leak?${SECRET}`);
  });

  it.each(['http://other.test', 'https://site.test', 'null', 'site.test', ''])('not where it is of %j', async (own) => {
    const visit = await bench.at(LOGIN);
    await expect(visit.fill(byCss('#p'), SECRET, own)).rejects.toEqual(failure('FORBIDDEN'));
    expect(bench.site.paths().filter((path) => path.startsWith('/leak'))).toEqual([]);
  });

  it('not into a frame of another origin, or of none', async () => {
    bench.site.page('/frame', page(LOGIN));
    const visit = await bench.at(
      `<iframe src="${bench.url('/frame', 'other.test')}"></iframe><iframe srcdoc='<input id=q>'></iframe><iframe sandbox srcdoc='<input id=s>'></iframe>`,
      {
        hosts: ['site.test', 'other.test'],
      },
    );
    for (const css of ['#p', '#q', '#s'])
      await expect(visit.fill(byCss(css), SECRET, origin())).rejects.toEqual(failure('FORBIDDEN'));
    expect(bench.site.paths().filter((path) => path.startsWith('/leak'))).toEqual([]);
  });

  it('no picture shows what was typed, nor where the page repeats it', async () => {
    const pictures: Buffer[] = [];
    for (const value of [SECRET, ANOTHER]) {
      const visit = await bench.at(LOGIN);
      await visit.fill(byCss('#p'), value, origin());
      await visit.wait({ target: [{ text: value }] }, 2000);
      await visit.press('Tab');
      pictures.push(Buffer.from(await visit.screenshot()));
      await visit.close();
    }
    expect(pictures[0]?.equals(pictures[1] as Buffer)).toBe(true);
  });

  it('no answer, address, error or log shows it', async () => {
    const visit = await bench.at(`${LOGIN}<form><input name=n type=password value="">`);
    await visit.fill(byCss('#p'), SECRET, origin());
    await visit.fill(byCss('[name=n]'), SECRET, origin());
    await visit.press('Enter', [{ css: '[name=n]' }]);
    const shown = [
      visit.url(),
      await visit.html(),
      JSON.stringify(await visit.extract([], { all: { target: [{ css: 'body' }], take: 'html', all: true } }, 1)),
    ];
    bench.site.page('/off', page('<input id=p disabled>'));
    await visit.goto(bench.url('/off'));
    const error: unknown = await visit.fill(byCss('#p'), SECRET, origin()).catch((thrown: unknown) => thrown);
    expect(error).toEqual(failure('TIMEOUT'));
    const { message, hint, cause, stack } = error as Error & { hint: string };
    expect([...shown, message, hint, String(cause), stack].join('\n')).not.toContain(SECRET);
    expect(shown[0]).toContain('•••');
    expect(JSON.stringify(bench.logger.records)).not.toContain(SECRET);
  });

  it('a session goes from one visit to the next, and to no other origin', async () => {
    const set = `<script>document.cookie = 'signed=in; max-age=9999'; localStorage.mark = 'kept';</script>`;
    const hosts = ['site.test', 'other.test'];
    const first = await bench.at(set, { hosts });
    await first.goto(bench.url('/', 'other.test'));
    expect(await first.session('https://nowhere.test')).toBeNull();
    const session = (await first.session(origin())) as string;
    expect(session).not.toContain('other.test');
    await first.close();
    const only = await bench.at(SHOW, { session, hosts });
    expect(await only.html()).toContain('signed=inkept');
    await only.goto(bench.url('/', 'other.test'));
    expect(await only.html()).toContain('>undefined<');
    await only.goto(bench.url('/', 'www.site.test'));
    expect(await only.html()).toContain('>undefined<');
    await only.close();
    const without = await bench.at(SHOW);
    expect(await without.html()).toContain('>undefined<');
    await without.close();
    // Of a visit that does not go there, nothing is taken along.
    const elsewhere = await bench.visit({ session, hosts: ['other.test'] });
    await elsewhere.goto(bench.url('/', 'other.test'));
    expect(await elsewhere.session(origin())).toBeNull();
  });

  it('cookies of a whole domain become those of the one host, and of https never go over http', async () => {
    const cookie = `sid=wide; domain=site.test; path=/; max-age=9999`;
    const first = await bench.at(
      `<script>document.cookie = 'sid=own; max-age=9999'; document.cookie = '${cookie}'</script>`,
    );
    const session = (await first.session(origin())) as string;
    expect(JSON.parse(session).cookies).toMatchObject([
      { name: 'sid', value: 'own', domain: 'site.test', secure: false },
    ]);
    const below = (await first.session(new URL(bench.url('/', 'www.site.test')).origin)) as string;
    expect(JSON.parse(below).cookies).toMatchObject([{ value: 'wide', domain: 'www.site.test' }]);
    const safe = (await first.session(`https://site.test:${bench.secure.port}`)) as string;
    await first.close();
    bench.secure.page('/', page(SHOW));
    const second = await bench.at(SHOW, { session: safe });
    expect(await second.html()).toContain('>undefined<');
    await second.goto(`https://site.test:${bench.secure.port}/`);
    expect(await second.html()).toContain('sid=own');
  });

  it('no answer and no picture shows what a session is made of, and every page that is given it still gets it', async () => {
    const tokens = ['0123456789abcdef-mmmm', 'mmmm-fedcba9876543210'];
    const pictures: Buffer[] = [];
    for (const token of tokens) {
      const first = await bench.at(
        `<script>document.cookie = 'sid=${token}; max-age=9999'; localStorage.mark = '${token}'</script>`,
      );
      const session = (await first.session(origin())) as string;
      await first.close();
      const visit = await bench.at(SHOW, { session });
      pictures.push(Buffer.from(await visit.screenshot()));
      const shown = [
        await visit.html(),
        JSON.stringify(await visit.extract([], { m: { target: byCss('#m'), take: 'text', all: false } }, 1)),
      ];
      expect(shown.join('\n')).not.toContain(token);
      expect(shown[1]).toContain('sid=•••');
      expect(bench.site.requests.some(({ headers }) => headers.cookie === `sid=${token}`)).toBe(true);
      expect(JSON.stringify(bench.logger.records)).not.toContain(token);
      await visit.close();
    }
    expect(pictures[0]?.equals(pictures[1] as Buffer)).toBe(true);
  });

  it.each([
    '',
    '{}',
    '[]',
    'null',
    '{"form":1,"cookies":[],"origins":[]}',
    '{"form":2,"origin":"nowhere","cookies":[],"origins":[]}',
    'x'.repeat(1000),
  ])('refuses the session %j', async (session) => {
    await expect(bench.visit({ session })).rejects.toEqual(failure('INVALID_INPUT', /session/));
  });
}
