/** What commands of papers show, where there is little to show, and what they take from standard input. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createFakeEmbedder } from '@zapomni/testkit/fakes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openInProcess, type InProcess } from '../../testing/run-in-process.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'zapomni-shown-'));
const inside = (name: string): string => path.join(folder, name);
const entry = (key: string, title: string): string =>
  `@article{${key}, title = {${title}}, author = {Berg, A}, year = 2019, abstract = {Rotors hum less with serrated edges.}}`;
writeFileSync(inside('a.bib'), entry('berg2019quiet', 'Quiet rotors'));
writeFileSync(inside('b.bib'), entry('berg2019loud', 'Loud rotors'));

describe('commands of papers', () => {
  let zapomni: InProcess;
  const run = (line: readonly string[], input = '') => zapomni.run(['papers', ...line], { input });

  beforeAll(async () => {
    zapomni = openInProcess(inside('data'), createFakeEmbedder());
    const { stdout, status } = await run(['import', inside('a.bib'), inside('b.bib'), '--json']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      files: [
        { file: inside('a.bib'), added: 1 },
        { file: inside('b.bib'), added: 1 },
      ],
    });
  });
  afterAll(async () => {
    await zapomni.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('import what comes on standard input, in whatever charset', async () => {
    const latin = Buffer.from(entry('muller2019', 'Über Rotoren und ihre Geräusche'), 'latin1');
    const piped = await zapomni.run(['papers', 'import', '-'], { input: latin });
    expect(piped).toMatchObject({ status: 0, stdout: expect.stringContaining('standard input: 1 entry of bibtex') });
    expect((await run(['show', 'muller2019'])).stdout).toContain('Über Rotoren und ihre Geräusche');
    await run(['remove', 'muller2019', '--yes']);
  });

  it('show what is related to a paper, and why', async () => {
    const { stdout, stderr } = await run(['related', 'berg2019quiet']);
    expect(stdout).toMatch(/^0\.\d\d +\w+ \d\.\d\d, \w+ \d\.\d\d +berg2019loud/m);
    expect(stderr).toContain('1 paper');
    const { related } = JSON.parse((await run(['related', 'berg2019quiet', '--json'])).stdout) as { related: object[] };
    expect(related).toMatchObject([{ citekey: 'berg2019loud', shared_authors: ['berg'] }]);
    expect(await run(['related', 'nobody'])).toMatchObject({ status: 2, stdout: '' });
  });

  it('say so where nothing was found in a file, or fits', async () => {
    const none = await run(['import', inside('a.bib'), '--format', 'ris']);
    expect(none).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--format: has no entry in it: the text looks like bibtex'),
    });
    expect((await run(['list', '--type', 'map'])).stderr).toBe('No paper fits.\n');
    const exported = await run(['export', '--search', 'gardening']);
    expect(exported).toMatchObject({ status: 0, stdout: '', stderr: expect.stringContaining('No paper fits') });
  });

  it('export the papers that are named, once each', async () => {
    const { stdout } = await run(['export', 'berg2019quiet', 'Quiet rotors', '--format', 'csl-json']);
    expect(JSON.parse(stdout)).toMatchObject([{ id: 'berg2019quiet' }]);
  });

  it('check and cite what comes on standard input', async () => {
    const checked = await run(['check'], 'Berg, A. Quiet rotors. 2019.');
    expect(checked).toMatchObject({ status: 0, stdout: expect.stringMatching(/verified.*\n +is berg2019quiet/) });
    expect(checked.stderr).toContain('1 reference: 1 verified');
    const list = '[1] Berg, A. Quiet rotors. 2019.\n[2] Doe, J. On hums. 2001.';
    expect((await run(['check', '-n', '1'], list)).stderr).toContain('1 of 2 references: 1 verified');
    const items = JSON.stringify([{ id: 'x', type: 'book', title: 'On hums', author: [{ family: 'Doe' }] }]);
    expect((await run(['cite', '--items', '-', '--style', 'apa'], items)).stdout).toContain('On hums');
    const rtf = await run(['cite', '--items', '-', '--style', 'apa', '--format', 'rtf'], items);
    expect(rtf.stdout).toMatch(/^\{\\rtf1\\ansi[^]*On hums[^]*\\par\n\}\n$/);
  });

  it('show how far a paper was read, and what the user thinks of it', async () => {
    expect((await run(['show', 'berg2019quiet'])).stdout).toMatch(/^status +unread$/m);
    const { library } = zapomni.open().research;
    await library.update({
      workspace: 'default',
      article: 'berg2019quiet',
      metadata: { read_state: 'reading', rating: 4 },
    });
    expect((await run(['show', 'berg2019quiet'])).stdout).toMatch(/^status +reading\nrating +4 of 5$/m);
  });

  it('show what an abstract says to a search, and its title once', async () => {
    const { stdout } = await run(['search', 'quiet', 'rotors', '-n', '1']);
    expect(stdout).toMatch(/Quiet rotors\n {5}Rotors hum less/);
  });

  it('show which is which of papers of which nothing is known yet', async () => {
    await run(['add', '10.5555/unknown.1', 'PMID:1002']);
    const { stdout } = await run(['list', '-n', '2']);
    expect(stdout).toMatch(/ 10\.5555\/unknown\.1$/m);
    expect(stdout).toMatch(/ pmid:1002$/m);
    for (const id of ['10.5555/unknown.1', 'PMID:1002']) await run(['remove', id, '--yes']);
  });

  it('count what has to do with a search apart from what is only near', async () => {
    const { stderr } = await run(['search', 'loud']);
    expect(stderr).toContain('1 of 1 paper, and 1 that is only near.');
  });

  it('are told apart from what could not be asked', async () => {
    const { status, stderr } = await run(['remove', 'berg2019loud']);
    expect(status).toBe(2);
    expect(stderr).toMatch(/Nobody could be asked.*--yes/);
  });
});
