/** What is wrong with a command line of papers: the flag or argument is named as it is typed, with what to do, and nothing is changed. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createFakeEmbedder } from '@zapomni/testkit/fakes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Config } from '@zapomni/core/config';
import type { Logger } from '@zapomni/core/ports';
import { openInProcess, runWithWire, type InProcess } from '../../testing/run-in-process.ts';
import { wireApp } from '../../wire/wire.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'zapomni-words-'));
const inside = (name: string): string => path.join(folder, name);
mkdirSync(inside('empty'));
mkdirSync(inside('vault'));
writeFileSync(
  inside('library.bib'),
  '@article{berg2019quiet, title = {Quiet rotors}, author = {Berg, A}, year = 2019}',
);
writeFileSync(inside('none.bib'), 'nothing that anybody could read as a bibliography');
writeFileSync(inside('page.pdf'), '<!doctype html><p>Sign in');
writeFileSync(inside('printed.pdf'), '%PDF-1.7\n1 0 obj\0');
writeFileSync(inside('blank.txt'), '  ');
writeFileSync(inside('not.json'), '{');
writeFileSync(inside('words.csl'), 'words that are no style');

const VAULT = ['--vault-dir', inside('vault')];

/** A command line after `papers` → what is said of it. */
const WRONG: readonly (readonly [line: readonly string[], says: RegExp])[] = [
  [['lits'], /there is no action 'lits'.*list/],
  [['list', '--colour'], /--colour: there is no such option/],
  [['list', '--limit', '0'], /--limit: must be a whole number 1–100/],
  [['list', '--limit', '101'], /--limit: must be a whole number 1–100/],
  [['list', '--sort', 'tilte'], /--sort: must be one of added, title, year\. Did you mean title\?/],
  [['list', '--type', 'boook'], /--type: is no type of works\. Nearest: book/],
  [['list', '--term', '...'], /--term: has no words/],
  [['list', '--index', 'nowhere'], /--index: there is no saved set/],
  [['list', '--cursor', 'xyz'], /--cursor: is not one that a page gave/],
  [['search'], /say what to look for/],
  [['search', '-only'], /-only: there is no such option|-o/],
  [['search', '--', '-only'], /<words>: <words> only says what to leave out/],
  [['search', 'x'.repeat(1001)], /<words> exceeds max length/],
  [['search', 'rotors', '--from', 'spring'], /--from: is not a date/],
  [['search', 'rotors', '--to', '2020-13'], /--to: is not a date/],
  [['search', 'rotors', '--from', '2020', '--to', '2019'], /--to: is before/],
  [['search', 'rotors', '--type', 'boook'], /--type: is no type of works/],
  [['search', 'rotors', '--author', '...'], /--author: has no letters/],
  [['search', 'rotors', '--journal', '...'], /--journal: has no letters/],
  [['show'], /name a paper/],
  [
    ['show', 'berg2019queit'],
    /<paper>: no paper .*named so exactly\. Did you mean this\? .*berg2019quiet.*its citekey differs/,
  ],
  [
    ['show', '10.1000/none'],
    /<paper>: no paper .*has this DOI\. `zapomni papers add` adds it by its identifier: 10\.1000\/none/,
  ],
  [['show', 'doi:1706.03762'], /<paper>: is no DOI but an arXiv id/],
  [['read', 'nobody2020'], /<paper>: no paper/],
  [['read', 'berg2019quiet', '--section', 'Methods'], /<paper>: the paper has no text here/],
  [['cited', 'nobody2020'], /<paper>: no paper/],
  [['cited', 'berg2019quiet', '--depth', '4'], /--depth: must be a whole number 1–3/],
  [['cite'], /<paper>: there is nothing to cite/],
  [['cite', 'nobody2020'], /<paper>\[0\]: no paper/],
  [['cite', 'berg2019quiet', '--style', 'ieeee'], /--style: there is no style 'ieeee'\. Nearest: ieee/],
  [['cite', 'berg2019quiet', '--style', inside('none.csl')], /--style: there is no such file/],
  [['cite', 'berg2019quiet', '--style', inside('words.csl')], /--style: the file is no style in CSL/],
  [['cite', 'berg2019quiet', '--locale', 'xx-XX'], /--locale: there is no locale 'xx-XX'/],
  [['cite', 'berg2019quiet', '--format', 'htlm'], /--format: must be one of .*Did you mean html\?/],
  [['cite', '--items', inside('not.json')], /--items: the file is no JSON/],
  [['cite', '--search', '   '], /--search: --search cannot be empty/],
  [['export', '--format', 'bibtexx'], /--format: must be one of .*Did you mean bibtex\?/],
  [['export', '--search', '   '], /--search: --search cannot be empty/],
  [['export', '--index', 'nowhere'], /--index: there is no saved set/],
  [['import'], /name a bibliography/],
  [['import', inside('library.bib'), inside('missing.bib')], /FILE: there is no such file: .*missing\.bib/],
  [['import', inside('printed.pdf')], /FILE: is a PDF and no bibliography\. `zapomni papers add`/],
  [['import', inside('empty')], /FILE: is a folder/],
  [['import', inside('none.bib')], /FILE: is none of the formats/],
  [['import', inside('library.bib'), '--format', 'bibtexx'], /--format: must be one of/],
  [['import', inside('library.bib'), '--tag', ''], /--tag\[0\]: is empty/],
  [['add'], /name files, folders, URLs or ids/],
  [['add', 'x', '--tag', 'y'.repeat(300)], /--tag\[0\]: has more than 200 characters/],
  [['check', inside('missing.txt')], /FILE: there is no file .*missing\.txt/],
  [['check', inside('printed.pdf')], /FILE: is no text.*`zapomni papers add`/],
  [['cite', '--items', inside('missing.json')], /--items: there is no file .*missing\.json/],
  [['list', '--author', 'Berg'], /--author: is no option of papers list\. It is one of `papers search`/],
  [['export', 'nobody2020'], /<paper>\[0\]: no paper/],
  [['export', 'berg2019quiet', '--search', 'x'], /<paper>: are all that is taken/],
  [['duplicates', 'berg2019quiet'], /papers duplicates: 'berg2019quiet' is one word too many/],
  [['notes', ...VAULT, '--search', 'x'], /--search: is no option of papers notes\. .*`papers cite`, `papers export`/],
  [['check', inside('blank.txt')], /FILE: is empty/],
  [['notes', ...VAULT, '--template', 'fixed'], /--template: it names no single paper/],
  [['notes', ...VAULT, '--template', '{colour}'], /--template: /],
  [['tags', 'aply', 'x'], /give nothing, plan, apply PLAN or undo PLAN/],
  [['tags', 'apply', 'none'], /PLAN: there is no such plan/],
  [['tags', 'undo', 'none'], /PLAN: there is no such plan/],
  [['tags', 'plan', '--rename', 'a'], /--rename wants OLD=NEW/],
  [['tags', 'plan', '--rename', 'a=b'], /--rename\.a: is a tag of no paper/],
  [['merge', 'berg2019quiet'], /name two papers/],
  [['merge', 'nobody2020', 'berg2019quiet'], /<into>: no paper/],
  [['merge', 'berg2019quiet', 'nobody2020'], /<from>: no paper/],
  [['merge', 'berg2019quiet', 'Quiet rotors'], /<from>: is the same paper/],
  [['remove', 'nobody2020', '--yes'], /<paper>: no paper/],
  [['undo', 'none'], /<plan>: there is no such plan/],
  [['undo'], /<plan>: exactly one is needed/],
];
const SOURCES: typeof WRONG = [
  [['locate'], /needs an identifier/],
  [
    ['locate', '10.1000/x', '--timeout', '9'],
    /--timeout: is no option of sources locate\. It is one of `sources download`/,
  ],
  [['list', 'crossref'], /sources list: 'crossref' is one word too many/],
  [['locate', 'nobody2020'], /<identifier>: no paper/],
  [['download', 'doi:10.1'], /<identifier>: is no well-formed DOI/],
  [['download', '10.1000/x', '--timeout', '4'], /--timeout: must be from 5 to 300/],
  [['download', '10.1000/x', '--folder', '/etc'], /--folder: is not below the folder for exports/],
  [['download', '10.1000/x', '--folder', '../up'], /--folder: cannot be used/],
  [['download', '10.1000/x', '--name', 'a/b'], /--name: is no name of a file/],
  [['download', '10.1000/x', '--name', '..'], /--name: cannot be used/],
  [['download', '10.1000/x', '--name', 'con'], /--name: cannot be used/],
];

describe('a command line of papers', () => {
  let zapomni: InProcess;
  let before = '';
  const library = async (): Promise<string> => (await zapomni.run(['papers', 'list', '--json'])).stdout;

  beforeAll(async () => {
    zapomni = openInProcess(inside('data'), createFakeEmbedder());
    // The first command opens the application for all of them, with its vault.
    expect((await zapomni.run(['papers', 'import', inside('library.bib'), ...VAULT])).status).toBe(0);
    before = await library();
  });
  afterAll(async () => {
    await zapomni.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ...WRONG.map(([line, says]) => [['papers', ...line], says] as const),
    ...SOURCES.map(([line, says]) => [['sources', ...line], says] as const),
  ])('%j', async (line, says) => {
    const { status, stderr } = await zapomni.run(line);
    expect(status, stderr).toBe(2);
    expect(stderr).toMatch(says);
    // Sets are made by agents alone.
    expect(stderr.replace('create_custom_index', '')).not.toMatch(/INTERNAL|query:|words that are|[a-z]_[a-z]/);
    expect(await library()).toBe(before);
  });

  it('calls the vault as it was given', async () => {
    const wire = (config: Config, logger: Logger) => wireApp(config, logger, createFakeEmbedder());
    const run = (line: readonly string[], env = {}) =>
      runWithWire(['papers', 'notes', ...line], { env: { ZAPOMNI_DATA_DIR: inside('other'), ...env }, wire });
    const nowhere = inside('nowhere');
    expect(await run(['--vault-dir', nowhere])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--vault-dir names no folder'),
    });
    expect(await run([], { OBSIDIAN_VAULT_PATH: nowhere })).toMatchObject({
      stderr: expect.stringContaining('OBSIDIAN_VAULT_PATH names no'),
    });
    expect(await run([])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('names its folder in --vault-dir'),
    });
  });

  it.each([
    [inside('missing.pdf'), /NOT_FOUND: PDF not found\. There is no such file: check/],
    ['missing.docx', /missing\.docx: NOT_FOUND/],
    [inside('library.bib'), /is a bibliography and no paper\. `zapomni papers import` takes its entries/],
    [inside('page.pdf'), /INVALID_INPUT: this is no PDF/],
    ['no-such-thing', /INVALID_INPUT: is none that is known\. Give a DOI/],
    ['doi:10.1', /INVALID_INPUT: is none that is known\. Give a DOI/],
  ])('add %s: says what became of each', async (source, says) => {
    const { status, stdout, stderr } = await zapomni.run(['papers', 'add', source]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/0 papers added.*1 failed/);
    expect(stderr).toMatch(says);
    expect(await library()).toBe(before);
  });
});
