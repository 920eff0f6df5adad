/** A small library in which every option of every tool has something to tell apart: texts that cite each other, tags, types, years, notes. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApp } from '@zapomni/core';
import { openTestClient, type TestClient } from '@zapomni/testkit/client';
import { column, makePdf } from '@zapomni/testkit/documents';
import { createFakeEmbedder, createRecordingLogger, type FakeEmbedder } from '@zapomni/testkit/fakes';
import type { Web } from '@zapomni/core/ports';
import { openTestFiles } from '@zapomni/testkit/files';
import { openTestVault } from '@zapomni/testkit/notes';
import { openReplay, type Replayed } from '@zapomni/testkit/replay';
import { says } from '@zapomni/testkit/web-server';

export interface Ground {
  readonly zapomni: TestClient;
  readonly replay: Replayed;
  readonly folder: string;
  readonly vault: string;
  /** A folder that backups may go to. */
  readonly backups: string;
  readonly embedder: FakeEmbedder;
  /** How long each request to the web might take, in ms. */
  readonly asked: readonly number[];
  /** The path of a paper's file. */
  pdf(name: string): string;
  close(): Promise<void>;
}

const BIB = `@article{rotors, title = {Quiet rotors for small turbines}, author = {Berg, Eva and Lund, Ole}, journal = {Wind Letters}, year = 2019,
  doi = {10.1000/rotors}, keywords = {wind}, abstract = {We measured how serrated blades lower the noise of small turbines. The method was a microphone array. Noise fell by four decibels.}}
@book{moss, title = {Moss as a witness of metals}, author = {Holm, Ada}, publisher = {Press}, year = 2011, pmid = {77},
  abstract = {Moss stores cadmium and lead from the air. We sampled forty sites. The method was spectrometry. Metals rose near roads.}}
@inproceedings{kelp, title = {Kelp and noise in the harbour}, author = {Strand, Ina}, booktitle = {Shore Meeting}, year = 2022, doi = {10.1000/kelp},
  abstract = {Kelp forests lower the noise of harbours. The method was a microphone under water. Further work should ask the whales.}}
@article{comet, title = {On comets}, author = {Berg, Eva}, journal = {Sky Letters}, year = 2005, doi = {10.1000/comet}, abstract = {Comets come and go.}}
@article{spare, title = {A spare paper}, author = {Dahl, Per}, journal = {Sky Letters}, year = 2006, doi = {10.1000/spare}, abstract = {For whoever changes one.}}
${['north', 'south', 'east', 'west'].map((side, i) => `@article{${side}, title = {Anemones of the ${side} reef}, author = {Rev, Ida}, journal = {Reef Letters}, year = ${1990 + i}, abstract = {Anemones grow on the ${side} side of the reef. The method was diving.}}`).join('\n')}
`;

const FURTHER = [
  '[2] A. Smith. The limpet and its enemies. Journal of Shore Life, 4:1-20, 2012.',
  '[3] K. Meyer. Seaweed chemistry in cold water. Marine Reports, 7:100-120, 2014.',
];
const CHAIN = ['Anemones sting the careless', 'Anemones after the storm', 'Anemones in the long run'] as const;
const SENTENCES = [
  'Anemones were seen everywhere [1]. They were counted at noon.',
  'In contrast to earlier results [1] anemones were few here. Weather matters [2].',
  'Our counts are consistent with earlier results [1]. Weather is discussed elsewhere [2].',
];

function paperPdf(title: string, body: string, first: string): Uint8Array {
  return makePdf({
    information: { Title: 'untitled', Author: 'scanner' },
    pages: [
      {
        runs: [
          { text: title, x: 120, y: 760, size: 18 },
          { text: 'Eva Berg and Ole Lund', x: 220, y: 730, size: 11 },
          { text: 'Abstract', x: 280, y: 690, size: 11 },
          ...column(
            [
              'We watched anemones on forty rocks for two years and',
              'counted how often they close. They close more often',
              'where the water is warm and the tide is low.',
            ],
            100,
            670,
          ),
          { text: '1 Introduction', x: 60, y: 600, size: 13 },
          ...column([body], 60, 575),
        ],
      },
      {
        runs: [
          { text: '2 Methods', x: 60, y: 780, size: 13 },
          ...column(['The method was counting by hand. Every rock was seen twice a day by two people.'], 60, 750),
          { text: 'References', x: 60, y: 700, size: 13 },
          ...column([first, ...FURTHER], 60, 675),
        ],
      },
    ],
  });
}

const cited = (title: string): string => `[1] E. Berg and O. Lund. ${title}. Shore Letters, 1:1-9, 2011.`;

export async function openGround(): Promise<Ground> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-options-')));
  const [papers, vault] = ['papers', 'vault'].map((name) => path.join(folder, name));
  for (const one of [papers, vault]) mkdirSync(one ?? '');
  const pdf = (name: string): string => path.join(papers ?? '', name);
  for (const [i, title] of CHAIN.entries())
    writeFileSync(pdf(`chain-${i}.pdf`), paperPdf(title, SENTENCES[i] ?? '', cited(CHAIN[i - 1] ?? 'A beginning')));
  const files = openTestFiles({ roots: [papers ?? ''], logger: createRecordingLogger() });
  const embedder = createFakeEmbedder();
  const replay = await openReplay({
    files,
    embedder,
    settings: { web_robots: 'ignore', graph: 'off' },
  });
  replay.server.page('/paper.pdf', says(`%PDF-1.7\n${'x'.repeat(2000)}`, { 'content-type': 'application/pdf' }));
  for (const one of ['here', 'there']) mkdirSync(path.join(replay.dataDir, 'exports', one), { recursive: true });
  const backups = path.join(folder, 'backups');
  await replay.deps.backups.allow(backups);
  const asked: number[] = [];
  const app = createApp({ ...replay.deps, web: noting(replay.deps.web, asked), ...openTestVault(vault ?? '') });
  const zapomni = await openTestClient({ app });
  await fill(zapomni, pdf);
  return {
    zapomni,
    replay,
    folder,
    vault: vault ?? '',
    backups,
    embedder,
    asked,
    pdf,
    async close() {
      await zapomni.close();
      await app.close();
      await replay.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function fill(zapomni: TestClient, pdf: (name: string) => string): Promise<void> {
  await zapomni.call('import_bibliography', { content: BIB });
  const [rotors] = await zapomni.app.research.library.save({
    workspace: 'default',
    arrivals: [
      {
        source: 'openalex',
        facts: { citedBy: 40 },
        item: {
          type: 'article-journal',
          title: 'Quiet rotors for small turbines',
          contributors: [],
          identifiers: [{ scheme: 'doi', value: '10.1000/rotors' }],
        },
      },
    ],
  });
  if (rotors?.status !== 'updated') throw new Error('the paper is another one');
  for (const i of CHAIN.keys()) await zapomni.call('process_pdf', { path: pdf(`chain-${i}.pdf`) });
  const tag = (article_identifier: string, add_tags: string[]) =>
    zapomni.call('update_article_metadata', { article_identifier, add_tags });
  await tag('rotors', ['wind', 'noise']);
  await tag('moss', ['metals']);
  await tag('kelp', ['noises']);
  await zapomni.call('create_custom_index', { index_name: 'quiet', topic_filter: 'noise' });
  await zapomni.call('create_workspace', { workspace_id: 'other' });
  const other = '@misc{else, title = {Something else}, doi = {10.1000/else}}';
  await zapomni.call('import_bibliography', { content: other, workspace_id: 'other' });
}

function noting(web: Web, asked: number[]): Web {
  return new Proxy(web, {
    get(target, name) {
      const of = Reflect.get(target, name, target) as unknown;
      if (typeof of !== 'function') return of;
      return (...args: unknown[]) => {
        const [, { timeoutMs } = {}] = [args[0], (args[1] ?? args[0]) as { timeoutMs?: number } | undefined];
        if (timeoutMs !== undefined) asked.push(timeoutMs);
        return Reflect.apply(of, target, args) as unknown;
      };
    },
  });
}
