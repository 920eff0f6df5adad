import { expect, it } from 'vitest';
import { byCss, failure, page, type BrowserBench } from './fixtures.ts';

const [SECRET, ANOTHER] = ['hunter2-mmmm', 'mmmmm-2hunte'];
/** Repeats everything that is typed, and tells the server. */
const LOGIN = `<input id=p oninput="echo.textContent = this.value; fetch('/leak?' + this.value)"><p id=echo style="font:16px monospace">-</p>`;

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

  it('a session goes from one visit to the next, and to no other host', async () => {
    const set = `<script>document.cookie = 'signed=in; max-age=9999'; localStorage.mark = 'kept';</script>`;
    const first = await bench.at(set, { hosts: ['site.test', 'other.test'] });
    await first.goto(bench.url('/', 'other.test'));
    const session = await first.session();
    await first.close();
    const only = await bench.at('<p id=m></p><script>m.textContent = document.cookie + localStorage.mark</script>', {
      session,
    });
    expect(await only.html()).toContain('signed=inkept');
    expect(await only.session()).not.toContain('other.test');
    const without = await bench.at('<p id=m></p><script>m.textContent = document.cookie + localStorage.mark</script>');
    expect(await without.html()).toContain('>undefined<');
  });

  it.each(['', '{}', '[]', '{"form":1}', 'x'.repeat(1000)])('refuses the session %j', async (session) => {
    await expect(bench.visit({ session })).rejects.toEqual(failure('INVALID_INPUT', /session/));
  });
}
