/** A second set of vectors beside the first, on both engines: who gets it, who is asked of it, and that nothing is different without. */
import { createFakeEmbedder, createFakeModelOpener, type FakeEmbedder } from '@zapomni/testkit/fakes';
import { enginesForTests, type TestEngine } from '@zapomni/testkit/engines';
import { openFilledStore, type FilledStore } from '@zapomni/testkit/filled-store';
import { afterEach, describe, expect, it } from 'vitest';
import { ZapomniError } from '../../errors/index.ts';
import type { Embedder, Languages } from '../../ports/index.ts';
import { wholeName } from './vectors-in-use.ts';
import { LANGUAGES_RETRY_MS } from '../embedding/language-backlog.ts';

const ENGINES = await enginesForTests();
const SOON = { timeout: 30_000 };
const LANGUAGES = 'languages/fake';
/** What the fake model knows of Spanish. */
const MEANING: Readonly<Record<string, string>> = {
  gato: 'cat',
  tormentas: 'thunderstorms',
  teme: 'fears',
  llave: 'key',
  cocina: 'kitchen',
  dónde: 'where',
  está: 'is',
};

interface Process extends FilledStore {
  readonly builtin: FakeEmbedder;
  readonly other: FakeEmbedder;
  readonly languages: Languages & { name: string | null };
  /** Texts with these words are not taken by the second model, which is well otherwise. */
  readonly refused: Set<string>;
}

const processes: Process[] = [];
afterEach(async () => {
  for (const one of processes.toReversed()) await one.close();
  processes.length = 0;
});

interface Start {
  readonly installed?: boolean;
  readonly on: TestEngine;
}

/** One that sees the same in both languages, and one that is asked whether a text is Spanish. */
function start({ installed = true, on }: Start): Process {
  const builtin = createFakeEmbedder({ name: 'small', dimensions: 64 });
  const other = createFakeEmbedder({ name: LANGUAGES, dimensions: 64 });
  const refused = new Set<string>();
  const translate = (text: string) => text.replace(/[\p{L}]+/gu, (word) => MEANING[word.toLowerCase()] ?? word);
  const translating: Embedder = {
    model: other.model,
    get state() {
      return other.state;
    },
    embed: async (texts, options) => {
      const given = await other.embed(texts.map(translate), options);
      if (texts.some((text) => [...refused].some((word) => text.includes(word))))
        throw new ZapomniError('MODEL_UNAVAILABLE', 'The fake model takes no such text.');
      return given;
    },
    warm: () => other.warm(),
    close: () => other.close(),
  };
  const languages = {
    name: installed ? LANGUAGES : (null as string | null),
    installed: () => languages.name,
    open: () => translating,
    scale: { unrelated: 0.05, related: 0.5 },
    isEnglish: async (text: string) => !/\b(el|la|mi)\b|¿/i.test(text),
  };
  const { openStorage } = on.options();
  const store = openFilledStore({
    embedder: builtin,
    models: createFakeModelOpener({ builtin }),
    languages,
    settings: { embed_wait_ms: '20000', search_wait_ms: '20000' },
    ...(openStorage ? { openStorage } : {}),
  });
  processes.push({ ...store, builtin, other, languages, refused });
  return processes.at(-1) as Process;
}

const sets = async ({ deps }: Process) =>
  Object.fromEntries((await deps.storage.vectors.models()).map(({ model, vectors }) => [model, vectors]));
const found = async ({ app }: Process, query: string) => {
  const { hits, mode } = await app.search.run({ workspaces: ['default'], query, limit: 5 });
  return { mode, texts: hits.map(({ passage }) => passage.text), signals: hits.map(({ signals }) => signals) };
};
/** What would be shown, to four digits: engines need not add in the same order. */
const answerOf = async ({ app }: Process, query: string) => {
  const { hits, mode } = await app.search.run({ workspaces: ['default'], query, limit: 5 });
  return { mode, hits: hits.map(({ passage, score }) => [passage.text, score.toFixed(4)]) };
};
const asked = ({ calls }: FakeEmbedder) => calls.filter(({ role }) => role === 'query').length;

const ENGLISH = [
  'Our cat fears thunderstorms',
  'A spare key hangs behind the kitchen door',
  'The rent is due on Monday',
];

describe.each(ENGINES)('without a model of other languages, on $engine', (on) => {
  it('nothing of it is opened or asked', async () => {
    const one = start({ installed: false, on });
    await one.remember(ENGLISH);
    await found(one, '¿Dónde está la llave?');
    expect(one.other.calls).toEqual([]);
    expect(await sets(one)).toEqual({ small: 3 });
  });
});

describe.each(ENGINES)('with one, on $engine', (on) => {
  it('every passage has both vectors when it was added', async () => {
    const one = start({ on });
    await one.remember(ENGLISH);
    expect(await sets(one)).toEqual({ small: 3, [LANGUAGES]: 3 });
    expect(await one.deps.storage.embeddings.pending('small')).toBe(0);
  });

  it('a question in another language finds what is written in English, by that model alone', async () => {
    const one = start({ on });
    await one.remember(ENGLISH);
    const before = asked(one.builtin);
    const { mode, texts } = await found(one, '¿teme el gato tormentas?');
    expect(mode).toBe('hybrid');
    expect(texts[0]).toBe(ENGLISH[0]);
    expect(asked(one.builtin)).toBe(before);
  });

  it('a question in English leaves it alone where everything is in English', async () => {
    const one = start({ on });
    await one.remember(ENGLISH);
    const plain = start({ installed: false, on });
    await plain.remember(ENGLISH);
    const question = 'where is the kitchen key';
    expect(await found(one, question)).toEqual(await found(plain, question));
    expect(asked(one.other)).toBe(0);
  });

  it('a question in English finds what is written in another language, in its place among the rest', async () => {
    const one = start({ on });
    await one.remember([...ENGLISH, 'La llave está en mi cocina']);
    const { texts } = await found(one, 'key kitchen');
    expect(texts.slice(0, 2).toSorted()).toEqual([ENGLISH[1], 'La llave está en mi cocina'].toSorted());
    expect(asked(one.other)).toBe(1);
  });

  it('the words are asked alone when neither model answers, and the first model when only the second fails', async () => {
    const one = start({ on });
    await one.remember([...ENGLISH, 'La llave está en mi cocina']);
    one.other.failing = true;
    expect(await found(one, 'key kitchen')).toMatchObject({ mode: 'hybrid' });
    expect((await found(one, '¿dónde está la cocina?')).texts[0]).toBe('La llave está en mi cocina');
  });
});

describe.each(ENGINES)('installed later, on $engine', (on) => {
  it('what was there before gets its vectors, by whoever runs; until then nothing is different', async () => {
    const one = start({ installed: false, on });
    await one.remember(Array.from({ length: 100 }, (_, i) => `note ${i} about the harbour`));
    await expect.poll(() => sets(one), SOON).toEqual({ small: 100 });
    one.languages.name = LANGUAGES;
    one.clock.advance(2000);
    await found(one, 'harbour');
    await expect.poll(() => sets(one), SOON).toEqual({ small: 100, [LANGUAGES]: 100 });
    expect(await one.app.models.report()).toMatchObject({
      embedding: { model: 'small', languages: LANGUAGES, pending: 0 },
    });
  });

  it('all of it at once, where somebody waits for it', async () => {
    const one = start({ installed: false, on });
    await one.remember(ENGLISH);
    one.languages.name = LANGUAGES;
    expect(await one.app.models.embedLanguages()).toBe(3);
    expect(await sets(one)).toEqual({ small: 3, [LANGUAGES]: 3 });
    expect(await one.app.models.embedLanguages()).toBe(0);
  });

  it('is not whole while passages wait to be tried again, and is when they have been', async () => {
    const one = start({ installed: false, on });
    await one.remember(Array.from({ length: 40 }, (_, i) => (i === 0 ? 'a torn note' : `note ${i} about the harbour`)));
    await expect.poll(() => sets(one), SOON).toEqual({ small: 40 });
    const isWhole = async () => (await one.deps.storage.settings.get(wholeName(LANGUAGES))) !== null;
    one.refused.add('torn');
    one.languages.name = LANGUAGES;
    expect(await one.app.models.embedLanguages()).toBe(8);
    expect(await sets(one)).toEqual({ small: 40, [LANGUAGES]: 8 });
    expect(await isWhole()).toBe(false);
    const before = asked(one.builtin);
    await found(one, '¿Dónde está la llave?');
    expect(asked(one.builtin)).toBe(before + 1);
    one.refused.clear();
    one.clock.advance(LANGUAGES_RETRY_MS);
    await one.app.resume();
    await expect.poll(() => sets(one), SOON).toEqual({ small: 40, [LANGUAGES]: 40 });
    await expect.poll(isWhole, SOON).toBe(true);
  });

  it('is whole although code waits, which has no second vector', async () => {
    const one = start({ on });
    await one.remember(ENGLISH);
    await one.remember(
      Array.from({ length: 70 }, (_, i) => `const harbour${i} = ${i}`),
      'code.default.shop',
    );
    await one.app.models.embedLanguages();
    expect(await sets(one)).toEqual({ small: 73, [LANGUAGES]: 3 });
    expect(await one.deps.storage.settings.get(wholeName(LANGUAGES))).not.toBeNull();
  });

  it('goes on where a model that failed had stopped', async () => {
    const one = start({ on });
    one.other.failing = true;
    await one.remember(ENGLISH);
    expect(await sets(one)).toEqual({ small: 3 });
    one.other.failing = false;
    await one.app.resume();
    await expect.poll(() => sets(one), SOON).toEqual({ small: 3, [LANGUAGES]: 3 });
  });
});

describe.each(ENGINES)('removed again, on $engine', (on) => {
  it('its vectors go, and questions are asked of the first model', async () => {
    const one = start({ on });
    await one.remember(ENGLISH);
    one.languages.name = null;
    expect(await one.app.models.forgetLanguages(LANGUAGES)).toBe(3);
    expect(await sets(one)).toEqual({ small: 3 });
    const before = asked(one.builtin);
    await found(one, '¿Dónde está la llave?');
    expect(asked(one.builtin)).toBe(before + 1);
  });
});

describe('on every engine', () => {
  it('the same questions find the same, as near, in the same order', async () => {
    const memories = [
      ...ENGLISH,
      'La llave está en mi cocina',
      'El gato duerme en la cocina',
      'Our cat sleeps by the kitchen stove',
    ];
    const questions = [
      'where is the key',
      'key kitchen',
      'cat fears',
      '¿dónde está la llave?',
      '¿teme el gato tormentas?',
    ];
    const heard = [];
    for (const on of ENGINES) {
      const one = start({ on });
      await one.remember(memories);
      const answers = [];
      for (const question of questions) answers.push(await answerOf(one, question));
      heard.push(answers);
    }
    for (const answers of heard) expect(answers).toEqual(heard[0]);
    expect(heard[0]?.every(({ hits }) => hits.length > 1)).toBe(true);
  });
});
