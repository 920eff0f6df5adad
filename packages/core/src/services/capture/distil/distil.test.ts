/** What of a message is kept, and as what; what is left out whoever says it. */
import { describe, expect, it } from 'vitest';
import type { Extractor } from '../../../ports/index.ts';
import { distilTurn, distilWords } from './distil.ts';
import { ownWords } from './own-words.ts';
import { sentencesOf, withoutLeadIn } from './sentences.ts';
import { mood } from './worth/mood.ts';

const kept = async (text: string, who: 'user' | 'answer' = 'user') =>
  (await distilWords(text, who, 0, {})).map(({ kind, text: said }) => [kind, said]);

describe('a message', () => {
  it.each([
    ['We decided to keep the old parser.', 'user', 'decision'],
    ['I prefer short answers.', 'user', 'preference'],
    ['No, the timeout is 30 seconds, not 10.', 'user', 'correction'],
    ['My brother Paul lives in Tromsø.', 'user', 'fact'],
    ['I tried the nightly build and it crashed at start.', 'user', 'failed-attempt'],
    ['To reset the store, run `make clean && make seed`.', 'answer', 'command'],
    ['Still open: nobody has tested the export on Windows.', 'answer', 'open-end'],
  ] as const)('%j of the %s is a %s', async (text, who, kind) => expect(await kept(text, who)).toEqual([[kind, text]]));

  it('gives each sentence for itself, without what only leads up to it', async () => {
    expect(await kept('Hey! By the way, I live in Graz. Can you fix the test? Thanks!')).toEqual([
      ['fact', 'I live in Graz.'],
    ]);
  });

  it.each([
    ['what we put in', '<zapomni-memory>\n- I live in Oslo. [2026-11-18]\n</zapomni-memory>\nok'],
    ['half of what we put in', '<zapomni-memory>\n- I live in Oslo. [2026-11-18]'],
    ['what programs put in', '<system-reminder>I live in Oslo.</system-reminder>'],
    ['output', '```\nI live in Oslo and the port is 5432\n```'],
    ['an unclosed fence', 'ok\n```text\nI live in Oslo.\nWe decided to go.'],
    ['quotes', '> I live in Oslo.'],
    ['tables', '| I live in Oslo | 12 |'],
    ['attachments', '[shares image: my house in Oslo]'],
    ['traces', 'at Object.run (/srv/my/app.js:10:15)'],
  ])('leaves out %s', async (_name, text) => expect(await kept(text)).toEqual([]));

  it('has the command that a fence holds alone', async () => {
    const text = 'To rebuild the index, run:\n\n```sh\n$ npm run reindex -- --all\n```\n\nThat takes a minute.';
    expect(await kept(text, 'answer')).toEqual([['command', 'To rebuild the index, run: `npm run reindex -- --all`']]);
  });

  it('is cut to the best of it when it is long', async () => {
    const many = Array.from({ length: 40 }, (_, n) => `We decided to use port ${n} for service ${n}.`).join('\n');
    expect(await kept(many)).toHaveLength(8);
    expect(await kept(many, 'answer')).toHaveLength(4);
  });

  it('of a pasted chat keeps who said it', async () => {
    expect(await kept('Nora: Hi! I moved to Turin last year.')).toEqual([['fact', 'Nora moved to Turin last year']]);
    expect(await kept('Nora: I took my dog to the park yesterday.')).toEqual([
      ['fact', 'Nora: I took my dog to the park yesterday'],
    ]);
    expect(sentencesOf('Correction: it is Tuesday.')).toEqual(['Correction: it is Tuesday.']);
  });

  it('is no chat where a label stands before it', async () => {
    for (const label of ['Issue', 'Attempt', 'Motivation'])
      expect(await kept(`${label}: I lost the key to the server in Turin.`)).toEqual([
        ['fact', `${label}: I lost the key to the server in Turin.`],
      ]);
  });
});

describe('a line of a pasted chat', () => {
  it('is cut to the clause that says it', async () =>
    expect(await kept("Nora: I joined a gym last week and it's been so good for me!")).toEqual([
      ['fact', 'Nora joined a gym last week'],
    ]));

  it('keeps the time that stands before it', async () =>
    expect(await kept('Nora: Last Friday, I went to a pottery workshop and it was so good!')).toEqual([
      ['fact', 'Nora: Last Friday, I went to a pottery workshop'],
    ]));

  it('says less where nothing has happened', async () => {
    expect(await kept('Nora: We organized a bake sale for the shelter')).toHaveLength(1);
    expect(await kept("Nora: Let's organize a bake sale for the shelter")).toEqual([]);
  });

  it('is worth as much where it is denied', () => {
    expect(mood('I never drink coffee')).toBe(mood('I always drink coffee'));
    expect(mood("I didn't visit Oslo")).toBe(mood('I like to visit Oslo'));
    expect(mood('I might drink coffee')).toBeLessThan(mood('I always drink coffee'));
  });

  it.each([
    "Nora: I never joined a gym last week, but I'm happy",
    "Nora: I joined a gym last week unless I mixed it up, and I'm happy",
  ])('is not cut where something holds it up: %j', async (line) => {
    for (const [, text] of await kept(line)) expect(text).toBe(line);
  });

  it('that says nothing is left out', async () =>
    expect(await kept("Nora: That's so great to hear!\nOle: You're doing an awesome job, keep it up!")).toEqual([]));
});

describe('what only a secret said', () => {
  it.each(['My key is [cut: GitHub token].', 'The admin password for staging is [cut: password].'])(
    'is nothing any more: %j',
    async (text) => expect(await kept(text)).toEqual([]),
  );

  it('is kept with what is beside it', async () =>
    expect(await kept('Our warehouse in Oslo uses the key [cut: GitHub token].')).toEqual([
      ['fact', 'Our warehouse in Oslo uses the key [cut: GitHub token].'],
    ]));
});

describe('other languages', () => {
  it.each([
    'Bitte erkläre mir den Unterschied zwischen Paris und London.',
    'Kannst du den Test für Anna in Wien reparieren?',
    'Peux-tu corriger le test de Marie à Lyon ?',
    'Por favor, explica la diferencia entre Sevilla y Granada.',
    'Пожалуйста, объясни мне разницу между Прагой и Брно.',
    '京都と大阪の違いを教えてください。',
  ])('are not weighed by what was learned of English: %j', async (text) => expect(await kept(text)).toEqual([]));

  it('give what figures and names speak for, as it was said', async () =>
    expect(await kept('Bydlím v Brně od roku 2019.')).toEqual([['fact', 'Bydlím v Brně od roku 2019.']]));
});

describe('the reader', () => {
  const reading = (relations: number): Extractor => ({
    name: 'fixed',
    extract: async (texts) =>
      texts.map(() => ({
        entities: [],
        relations: Array.from({ length: relations }, () => ({
          source: 0,
          target: 1,
          type: 'OWNS',
          confidence: 0.9,
          start: 0,
          end: 1,
        })),
      })),
    close: async () => undefined,
  });
  const turn = {
    client: 'codex',
    session: 's',
    index: 0,
    at: null,
    folder: null,
    user: 'I enabled the cache.',
    answer: '',
  };

  it('decides on what is just below the bar', async () => {
    expect(await distilTurn(turn, { extractor: reading(1) })).toMatchObject([
      { kind: 'fact', text: 'I enabled the cache.' },
    ]);
    expect(await distilTurn(turn, { extractor: reading(0) })).toEqual([]);
  });
});

describe('sentences', () => {
  it('do not end within code or after an abbreviation', () => {
    expect(sentencesOf('- Use `a. b. C`, e.g. Here. Then go.\n2. **Done** now.')).toEqual([
      'Use `a. b. C`, e.g. Here.',
      'Then go.',
      'Done now.',
    ]);
    expect(withoutLeadIn('Oh, well, by the way, my cat is ill.')).toBe('My cat is ill.');
  });

  it('of a message without words of its own are none', () =>
    expect(sentencesOf(ownWords('```js\nlet a;\n```'))).toEqual([]));
});
