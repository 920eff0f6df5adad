/** Adding that is stopped or fails behind any of its steps: what came before stays, and to add the same again ends as if nothing had been. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApp, type App, type Deps } from '@zapomni/core';
import { toZapomniError, ZapomniError } from '@zapomni/core/errors';
import type { RecordStore } from '@zapomni/core/ports';
import { openTestDeps, type TestDeps } from '@zapomni/testkit/deps';
import { column, makePdf } from '@zapomni/testkit/documents';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { openTestFiles } from '@zapomni/testkit/files';
import { openTestVault } from '@zapomni/testkit/notes';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { arrivalsOf, papersOf } from '../store/index.ts';
import { PAPER_ARRIVALS } from '../store/arrival-record.ts';

const WORKSPACE = 'default';
const asked = { workspace: WORKSPACE, client: 'test' };
const CITED = `@article{kept, title = {Barnacles that stayed}, author = {Berg, Eva}, year = 2011, doi = {10.1000/kept}}`;
const PDF = makePdf({
  pages: [
    {
      runs: [
        { text: 'Limpets return home at night', x: 120, y: 760, size: 18 },
        { text: 'Eva Berg and Ole Lund', x: 220, y: 730, size: 11 },
        { text: 'Abstract', x: 280, y: 690, size: 11 },
        ...column(['We watched limpets on forty rocks for two years.'], 100, 670),
        { text: '1 Introduction', x: 60, y: 600, size: 13 },
        ...column(['Barnacles stay where they are [1]. Limpets come back [2].'], 60, 575),
      ],
    },
    {
      runs: [
        { text: 'References', x: 60, y: 760, size: 13 },
        ...column(
          [
            '[1] E. Berg. Barnacles that stayed. Shore Letters, 1:1-9, 2011. doi:10.1000/kept.',
            '[2] K. Meyer. Seaweed chemistry in cold water. Marine Reports, 7:100-120, 2014. doi:10.1000/weed.',
            '[3] J. Doe. Tidal pools as mirrors of the climate. Ocean Letters, 12(3):45-67, 2010.',
          ],
          60,
          735,
        ),
      ],
    },
  ],
});

interface Ground {
  readonly app: App;
  readonly deps: Deps;
  readonly file: string;
  close(): Promise<void>;
}

/** `behind` hears of every step that was written down. */
async function open(behind: (step: string) => void): Promise<Ground> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-stopped-')));
  const file = path.join(folder, 'limpets.pdf');
  writeFileSync(file, PDF);
  mkdirSync(path.join(folder, 'vault'));
  const files = openTestFiles({ roots: [folder], logger: createRecordingLogger() });
  const test: TestDeps = openTestDeps({ files, settings: { graph: 'off' } });
  const { records } = test.deps.storage;
  const write: RecordStore['write'] = async (...args) => {
    const versions = await records.write(...args);
    for (const one of args[1])
      if (one.op === 'put' && one.collection === PAPER_ARRIVALS.name)
        behind((JSON.parse(one.value) as { step: string }).step);
    return versions;
  };
  const storage = { ...test.deps.storage, records: { ...records, write } };
  const deps: Deps = { ...test.deps, ...openTestVault(path.join(folder, 'vault')), storage };
  const app = createApp(deps);
  const content = { content: CITED, dryRun: false, limit: 10, offset: 0 };
  await app.research.bibliography.take({ ...asked, ...content });
  return {
    app,
    deps,
    file,
    close: async () => {
      await app.close();
      await test.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What a caller is told in the end, without ids and times. */
async function library({ app, deps }: Ground): Promise<unknown> {
  const papers = (await papersOf(deps).list(WORKSPACE, { limit: 10 })).items;
  const told = [];
  for (const { key, value } of papers.toSorted((a, b) =>
    String(a.value.citekey).localeCompare(String(b.value.citekey)),
  )) {
    const asks = { article: key, outbound: true, inbound: true, depth: 1, limit: 10 };
    const { item, citekey, texts } = value;
    const { files } = await app.research.library.details(WORKSPACE, key);
    const walked = await app.research.citing.walk({ workspace: WORKSPACE, ...asks });
    told.push({ item, citekey, texts: texts.length, files: files.map((one) => one.value.text_state), walked });
  }
  const documents = (await app.documents.list({ workspace: WORKSPACE, limit: 10 })).items.length;
  const steps = (await arrivalsOf(deps).list(WORKSPACE)).items.map(({ value }) => [value.step, value.error]);
  const text = JSON.stringify({ told, documents, steps });
  return JSON.parse(text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID').replaceAll(/"\w*(?:_at|At)":\d+/g, '"at":0'));
}

const STEPS = ['begun', 'read', 'identified', 'kept', 'referenced'];
let [undisturbed, seen]: [unknown, string[]] = [null, []];
beforeAll(async () => {
  const ground = await open((step) => void seen.push(step));
  expect(await ground.app.research.adding.add({ ...asked, from: { path: ground.file } })).toMatchObject({
    references: 3,
    contexts: 2,
  });
  undisturbed = await library(ground);
  await ground.close();
});

describe('a paper that is added', () => {
  it('goes step by step', () => expect(seen).toEqual([...STEPS, 'done']));

  describe.each(STEPS)('and is stopped behind "%s"', (step) => {
    let ground: Ground;
    let then = (): void => undefined;
    beforeEach(async () => {
      ground = await open((at) => {
        if (at === step) then();
      });
    });
    afterEach(() => ground.close());
    const add = (signal?: AbortSignal) =>
      ground.app.research.adding.add({ ...asked, from: { path: ground.file }, ...(signal ? { signal } : {}) });
    const goesOn = async () => {
      const [arrival] = (await arrivalsOf(ground.deps).list(WORKSPACE)).items;
      expect(arrival?.value).toMatchObject({ step, error: null });
      then = () => undefined;
      await add();
      expect(await library(ground)).toEqual(undisturbed);
    };

    it('by who asked for it stops, and is there when it is asked for again', async () => {
      const controller = new AbortController();
      then = () => controller.abort();
      const code = await add(controller.signal).then(
        () => 'added',
        (error: unknown) => toZapomniError(error).code,
      );
      expect(code).toBe('CANCELLED');
      await goesOn();
    });

    it('by a store that fails keeps what it had', async () => {
      then = () => {
        throw new ZapomniError('STORE_UNAVAILABLE', 'The store is gone.');
      };
      await expect(add()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
      await goesOn();
    });
  });
});
