import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { expectSound, extractorContract } from '@zapomni/testkit/contracts';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { createBuiltinEmbedder } from '../embed/builtin-embedder.ts';
import { findBuiltinModel } from '../embed/builtin-model.ts';
import { processStarter } from '../embed/workers/embed-worker.ts';
import { createBuiltinExtractor } from './builtin-extractor.ts';
import { ReadingShelf } from './heads/reading-shelf.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'zapomni-extract-'));
const modelDir = findBuiltinModel();
const logger = createRecordingLogger();
const open = () => createBuiltinExtractor({ modelDir, logger: createRecordingLogger() });
const shared = open();
afterAll(async () => {
  await shared.close();
  rmSync(folder, { recursive: true, force: true });
});
const AT = Date.UTC(2026, 10, 16);
/** What the graph takes without being asked for less. */
const BAR = 0.7;

extractorContract('builtin', {
  open,
  openBroken: async () => {
    const broken = path.join(folder, 'model');
    return {
      extractor: createBuiltinExtractor({ modelDir: broken, logger }),
      repair: async () => symlinkSync(modelDir, broken),
    };
  },
});

async function read(text: string) {
  const [extraction] = await shared.extract([{ text, at: AT }]);
  expectSound(extraction, text);
  return extraction as NonNullable<typeof extraction>;
}

async function told(text: string): Promise<string[]> {
  const { entities, relations } = await read(text);
  return relations
    .filter(({ confidence }) => confidence >= BAR)
    .map(({ source, type, target }) => `${entities[source]?.name} ${type} ${entities[target]?.name}`);
}

describe('names', () => {
  it.each([
    ['Yesterday Ji-woo Park called.', ['person Ji-woo Park']],
    ['He met Ludwig van Beethoven in New York.', ['person Ludwig van Beethoven', 'place New York']],
    ['Mrs. Adeyemi from Norrsken Robotics wrote.', ['person Adeyemi', 'organization Norrsken Robotics']],
    ["Anna's brother is ill.", ['person Anna']],
    ['Helen Hunt\nHelen Elizabeth Hunt is an actress.', ['person Helen Hunt', 'person Helen Elizabeth Hunt']],
    [
      'The letter that came with the box on Thursday was signed by Ludwig van\nBeethoven himself.',
      ['person Ludwig van\nBeethoven'],
    ],
    ['we moved from mysql to postgres in germany', ['technology mysql', 'technology postgres', 'place germany']],
    [
      'See src/app.ts and mail ada@example.org by 2026-05-01.',
      ['file src/app.ts', 'email ada@example.org', 'date 2026-05-01'],
    ],
  ])('%s', async (text, expected) => {
    const { entities } = await read(text);
    expect(entities.map(({ type, name }) => `${type} ${name}`)).toEqual(expected);
  });

  it.each(['The quick brown fox jumps over the lazy dog.', 'On Monday we will see.', 'Thanks, that is Great news!'])(
    'none in: %s',
    async (text) => {
      expect((await read(text)).entities).toEqual([]);
    },
  );

  it('says that an acronym is another name of what it stands for', async () => {
    const { entities } = await read('Anna works for the World Health Organization (WHO).');
    expect(entities.find(({ name }) => name === 'WHO')?.aliases).toEqual(['World Health Organization']);
  });

  it('claims no name in a language that it was not taught', async () => {
    expect((await read('Меня зовут Иван Петров, я работаю в Москве с 2019-03-01.')).entities).toMatchObject([
      { type: 'date' },
    ]);
  });
});

describe('relations', () => {
  it.each([
    ['Anna Petrova works for Siemens.', 'Anna Petrova WORKS_FOR Siemens'],
    ['The Falcon team was led by Sigrid Moen.', 'Sigrid Moen LEADS Falcon'],
    ['Priya Raman reports to Henrik Aalto.', 'Priya Raman REPORTS_TO Henrik Aalto'],
    ["OpenAI's CEO Sam Altman resigned.", 'Sam Altman LEADS OpenAI'],
    ['Tim Cook, CEO of Apple, resigned.', 'Tim Cook LEADS Apple'],
    ['Microsoft was founded by Bill Gates.', 'Bill Gates FOUNDED Microsoft'],
    ['Peter is the son of Anna Petrova.', 'Peter CHILD_OF Anna Petrova'],
    ['Kestrel depends on Redis.', 'Kestrel DEPENDS_ON Redis'],
    ['Jenkins was replaced by Buildkite.', 'Jenkins REPLACED_BY Buildkite'],
    ['Quillon is written in Rust.', 'Quillon WRITTEN_IN Rust'],
    ['Heron is now at version 2.4.0.', 'Heron HAS_VERSION 2.4.0'],
  ])('%s', async (text, expected) => {
    expect(await told(text)).toEqual([expected]);
  });

  it.each([
    'Our vendor Acme Corp sent the invoice. Marta flew to Japan with the Globex Foundation.',
    'Initech Corp sent us a card from a holiday in Germany.',
    'Oskar leads it and Birgit reviews it.',
    'Annika does not work for Ericsson.',
    'Should Annika work for Ericsson?',
    'Pia says that Marek works for Siemens.',
    'If Kwame joins KPMG he will have to move.',
  ])('none in: %s', async (text) => {
    expect(await told(text)).toEqual([]);
  });

  it('points at the words that say it, and reads since when it is so', async () => {
    const text = 'By the way, Tom Becker works for Brightwater Labs since May 2023.';
    const [relation] = (await read(text)).relations;
    expect(text.slice(relation?.start, relation?.end)).toBe('Tom Becker works for Brightwater Labs');
    expect(relation?.validFrom).toBe(Date.UTC(2023, 4, 1));
  });

  it('go on behind what fits into one run of the model', async () => {
    const filler = 'Nothing of note was said in the long afternoon, and nobody wrote it down. ';
    const text = `${filler.repeat(60)}Anna Petrova works for Siemens.`;
    expect(await told(text)).toEqual(['Anna Petrova WORKS_FOR Siemens']);
  });
});

it('takes what was read while it was embedded, and reads the same without', async () => {
  const text = 'Anna Petrova works for Siemens since 2019.';
  const shelf = new ReadingShelf();
  const embedder = createBuiltinEmbedder({ modelDir, workers: 1, logger, shelf });
  const plain = createBuiltinEmbedder({ modelDir, workers: 1, logger });
  const [[read1], [read2]] = await Promise.all([
    embedder.embed([text], { role: 'passage' }),
    plain.embed([text], { role: 'passage' }),
  ]);
  expect(read1).toEqual(read2);
  const startWorker = vi.fn(processStarter(modelDir, 'reads'));
  const extractor = createBuiltinExtractor({ modelDir, logger, shelf, startWorker });
  const fromShelf = await extractor.extract([{ text, at: AT }]);
  expect(startWorker).not.toHaveBeenCalled();
  expect(await extractor.extract([{ text, at: AT }])).toEqual(fromShelf);
  expect(startWorker).toHaveBeenCalledOnce();
  await Promise.all([embedder.close(), plain.close(), extractor.close()]);
});

it('reads a text in the same way whatever is read beside it, before it and with it', async () => {
  const texts = [
    'Anna Petrova works for Siemens since 2019 and lives in Oslo.',
    'ok',
    `${'Kestrel depends on Redis, and Heron on Kestrel. '.repeat(30)}Priya Raman reports to Henrik Aalto.`,
    'Jenkins was replaced by Buildkite.',
  ].map((text) => ({ text, at: AT }));
  const together = await shared.extract(texts);
  const other = open();
  const backwards = await other.extract(texts.toReversed());
  expect(backwards.toReversed()).toEqual(together);
  const alone: unknown[] = [];
  for (const text of texts) alone.push(...(await other.extract([text])));
  expect(alone).toEqual(together);
  expect(together.flatMap(({ relations }) => relations).length).toBeGreaterThan(3);
  await other.close();
});

it('stops reading a text of ten megabytes when asked to, and goes on with another', async () => {
  const extractor = open();
  const text = 'Anna Petrova met Bob Miller in Oslo on 3 March 2021. '.repeat(200_000);
  const controller = new AbortController();
  const long = extractor.extract([{ text, at: AT }], { signal: controller.signal });
  const other = extractor.extract([{ text: 'Anna lives in Oslo.', at: AT }]);
  controller.abort();
  await expect(long).rejects.toMatchObject({ code: 'CANCELLED' });
  expectSound((await other)[0], 'Anna lives in Oslo.');
  await extractor.close();
});
