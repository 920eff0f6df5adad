/**
 * Where what the whole transcript answers is lost: LoCoMo by BM25, with a choice that knows more and more of what it cannot know. What is left at the end is
 * lost by keeping one clause of a turn, what comes before by choosing turns and clauses.
 */
import { estimateTokens } from '@zapomni/core/model';
import { ownWords } from '../../packages/core/src/services/capture/distil/own-words.ts';
import { scoreSentence } from '../../packages/core/src/services/capture/distil/score.ts';
import { sentencesOf, spokenBy, withoutLeadIn } from '../../packages/core/src/services/capture/distil/sentences.ts';
import { weighLine, type Weighed } from '../../packages/core/src/services/capture/distil/worth/by-worth.ts';
import { readPack, type Pack, type PackMemory } from '../lib/pack.ts';
import { stem } from '../lib/porter.ts';
import { mean } from '../lib/statistics.ts';
import { askByWords, distilled, turnOf } from './packs.ts';

interface Limit {
  readonly kept: string;
  readonly ofWhatTheWholeAnswers: number;
  readonly ofItsTokens: number;
}

/** Of a turn, the line that the given worth prefers. */
type Worth = (line: Weighed, turn: string) => number;

export async function measureLimits(folder: string): Promise<Limit[]> {
  const pack = readPack(folder, { now: new Date() });
  const asked = new Set(pack.questions.flatMap(({ rel }) => Object.keys(rel)));
  const captured = await distilled(pack);
  const turns = new Set(captured.map(({ id }) => turnOf(id)));
  const isAsked = ({ id }: PackMemory) => asked.has(turnOf(id));
  const wordsOf = questionWords(pack);
  const lines = (worth: Worth) => pack.memories.filter(isAsked).flatMap((memory) => bestLine(memory, worth));
  const choices: readonly (readonly [string, readonly PackMemory[]])[] = [
    ['what is captured', captured],
    ['the same turns, whole', pack.memories.filter(({ id }) => turns.has(id))],
    ['what is captured of turns that are asked for', captured.filter(isAsked)],
    ['one clause of each turn that is asked for', lines(({ says, cost }) => says - cost)],
    [
      'the same, by the words of its questions',
      lines(({ one: { text } }, turn) => shared(text, wordsOf(turn)) / Math.sqrt(estimateTokens(text))),
    ],
  ];
  const [whole, all] = [mean(askByWords(pack, pack.memories)), tokensOf(pack.memories)];
  return choices.map(([kept, memories]) => ({
    kept,
    ofWhatTheWholeAnswers: mean(askByWords(pack, memories)) / whole,
    ofItsTokens: tokensOf(memories) / all,
  }));
}

const tokensOf = (memories: readonly PackMemory[]): number =>
  memories.reduce((sum, { text }) => sum + estimateTokens(text), 0);

function bestLine(memory: PackMemory, worth: Worth): PackMemory[] {
  const lines = sentencesOf(ownWords(memory.text)).flatMap((sentence, place, { length: of }) => {
    const scored = scoreSentence(sentence, 'user');
    const text = withoutLeadIn(sentence);
    const { name } = spokenBy(sentence);
    return scored && text !== '' ? [weighLine({ ...scored, text, who: 'user', name, place, of })] : [];
  });
  const [best] = lines.toSorted((one, other) => worth(other, memory.id) - worth(one, memory.id));
  return best ? [{ ...memory, text: best.one.text }] : [];
}

const stemsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .match(/\p{L}{3,}|\p{N}+/gu)
    ?.map((word) => stem(word)) ?? [];

/** Of the questions that a turn answers. */
function questionWords({ questions }: Pack): (turn: string) => ReadonlySet<string> {
  const words = new Map<string, Set<string>>();
  for (const { text, rel } of questions)
    for (const id of Object.keys(rel)) words.set(id, new Set([...(words.get(id) ?? []), ...stemsOf(text)]));
  return (turn) => words.get(turn) ?? new Set();
}

const shared = (text: string, words: ReadonlySet<string>): number => new Set(stemsOf(text)).intersection(words).size;
