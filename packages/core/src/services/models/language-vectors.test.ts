/** A second set of vectors beside the first: who gets it, who is asked of it, and that nothing is different without. */
import { createFakeEmbedder, createFakeModelOpener, type FakeEmbedder } from '@zapomni/testkit/fakes';
import { openFilledStore, type FilledStore } from '@zapomni/testkit/filled-store';
import { afterEach, describe, expect, it } from 'vitest';
import type { Embedder, Languages } from '../../ports/index.ts';

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
}

const processes: Process[] = [];
afterEach(async () => {
  for (const one of processes.toReversed()) await one.close();
  processes.length = 0;
});

/** One that sees the same in both languages, and one that is asked whether a text is Spanish. */
function start({ installed = true, other: sibling }: { installed?: boolean; other?: Process } = {}): Process {
  const builtin = createFakeEmbedder({ name: 'small', dimensions: 64 });
  const other = createFakeEmbedder({ name: LANGUAGES, dimensions: 64 });
  const translate = (text: string) => text.replace(/[\p{L}]+/gu, (word) => MEANING[word.toLowerCase()] ?? word);
  const translating: Embedder = {
    model: other.model,
    get state() {
      return other.state;
    },
    embed: (texts, options) => other.embed(texts.map(translate), options),
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
  const store = openFilledStore({
    embedder: builtin,
    models: createFakeModelOpener({ builtin }),
    languages,
    settings: { embed_wait_ms: '20000', search_wait_ms: '20000' },
    ...(sibling ? { dataDir: sibling.dataDir, clock: sibling.clock } : {}),
  });
  processes.push({ ...store, builtin, other, languages });
  return processes.at(-1) as Process;
}

const sets = async ({ deps }: Process) =>
  Object.fromEntries((await deps.storage.vectors.models()).map(({ model, vectors }) => [model, vectors]));
const found = async ({ app }: Process, query: string) => {
  const { hits, mode } = await app.search.run({ workspaces: ['default'], query, limit: 5 });
  return { mode, texts: hits.map(({ passage }) => passage.text), signals: hits.map(({ signals }) => signals) };
};
const asked = ({ calls }: FakeEmbedder) => calls.filter(({ role }) => role === 'query').length;

const ENGLISH = [
  'Our cat fears thunderstorms',
  'A spare key hangs behind the kitchen door',
  'The rent is due on Monday',
];

describe('without a model of other languages', () => {
  it('nothing of it is opened or asked', async () => {
    const one = start({ installed: false });
    await one.remember(ENGLISH);
    await found(one, '¿Dónde está la llave?');
    expect(one.other.calls).toEqual([]);
    expect(await sets(one)).toEqual({ small: 3 });
  });
});

describe('with one', () => {
  it('every passage has both vectors when it was added', async () => {
    const one = start();
    await one.remember(ENGLISH);
    expect(await sets(one)).toEqual({ small: 3, [LANGUAGES]: 3 });
    expect(await one.deps.storage.embeddings.pending('small')).toBe(0);
  });

  it('a question in another language finds what is written in English, by that model alone', async () => {
    const one = start();
    await one.remember(ENGLISH);
    const before = asked(one.builtin);
    const { mode, texts } = await found(one, '¿teme el gato tormentas?');
    expect(mode).toBe('hybrid');
    expect(texts[0]).toBe(ENGLISH[0]);
    expect(asked(one.builtin)).toBe(before);
  });

  it('a question in English leaves it alone where everything is in English', async () => {
    const one = start();
    await one.remember(ENGLISH);
    const plain = start({ installed: false });
    await plain.remember(ENGLISH);
    const question = 'where is the kitchen key';
    expect(await found(one, question)).toEqual(await found(plain, question));
    expect(asked(one.other)).toBe(0);
  });

  it('a question in English finds what is written in another language, in its place among the rest', async () => {
    const one = start();
    await one.remember([...ENGLISH, 'La llave está en mi cocina']);
    const { texts } = await found(one, 'key kitchen');
    expect(texts.slice(0, 2).toSorted()).toEqual([ENGLISH[1], 'La llave está en mi cocina'].toSorted());
    expect(asked(one.other)).toBe(1);
  });

  it('the words are asked alone when neither model answers, and the first model when only the second fails', async () => {
    const one = start();
    await one.remember([...ENGLISH, 'La llave está en mi cocina']);
    one.other.failing = true;
    expect(await found(one, 'key kitchen')).toMatchObject({ mode: 'hybrid' });
    expect((await found(one, '¿dónde está la cocina?')).texts[0]).toBe('La llave está en mi cocina');
  });
});

describe('installed later', () => {
  it('what was there before gets its vectors, by whoever runs; until then nothing is different', async () => {
    const one = start({ installed: false });
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
    const one = start({ installed: false });
    await one.remember(ENGLISH);
    one.languages.name = LANGUAGES;
    expect(await one.app.models.embedLanguages()).toBe(3);
    expect(await sets(one)).toEqual({ small: 3, [LANGUAGES]: 3 });
    expect(await one.app.models.embedLanguages()).toBe(0);
  });

  it('goes on where a model that failed had stopped', async () => {
    const one = start();
    one.other.failing = true;
    await one.remember(ENGLISH);
    expect(await sets(one)).toEqual({ small: 3 });
    one.other.failing = false;
    await one.app.resume();
    await expect.poll(() => sets(one), SOON).toEqual({ small: 3, [LANGUAGES]: 3 });
  });
});

describe('removed again', () => {
  it('its vectors go, and questions are asked of the first model', async () => {
    const one = start();
    await one.remember(ENGLISH);
    one.languages.name = null;
    expect(await one.app.models.forgetLanguages(LANGUAGES)).toBe(3);
    expect(await sets(one)).toEqual({ small: 3 });
    const before = asked(one.builtin);
    await found(one, '¿Dónde está la llave?');
    expect(asked(one.builtin)).toBe(before + 1);
  });
});
