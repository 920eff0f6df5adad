/**
 * The language model behind one function: a piece of text in, sentences of tagged words out. The model remembers every
 * unknown word it ever met, so it is loaded anew from time to time.
 */
import winkModel from 'wink-eng-lite-web-model';
import winkNLP, { type Document, type TokenItsFunction, type WinkMethods } from 'wink-nlp';
import type { Sentence, Word } from './words.ts';

export interface Tagger {
  /** `piece` has no unbroken run longer than `LONGEST_RUN`; offsets are counted from `offset`. */
  tag(piece: string, offset: number): Sentence[];
  /** True when the English lexicon has the word; to be asked in lower case. */
  isKnown(word: string): boolean;
  /** The part of speech an English word has when it stands alone; undefined for unknown words. */
  usualTag(word: string): string | undefined;
}

/** The model takes quadratic time for longer ones; nothing that long is a word. */
export const LONGEST_RUN = 80;
/** Unknown words that are remembered take about as much memory again as the model does. */
const RELOAD_AFTER = 20_000_000;

export function createTagger(): Tagger {
  let nlp = load();
  let read = 0;
  let empty = nlp.readDoc('');
  const usual = new Map<string, string | undefined>();
  const isKnown = (word: string) => !empty.isOOV(word);
  return {
    isKnown,
    tag(piece, offset) {
      if (read > RELOAD_AFTER) {
        nlp = load();
        empty = nlp.readDoc('');
        read = 0;
      }
      read += piece.length;
      return toSentences(nlp, piece, offset);
    },
    usualTag(word) {
      if (!isKnown(word)) return undefined;
      const known = usual.get(word);
      if (known !== undefined) return known;
      const [tag] = nlp.readDoc(word).tokens().out(nlp.its.pos) as string[];
      usual.set(word, tag);
      return tag;
    },
  };
}

function load(): WinkMethods {
  return winkNLP(winkModel, ['sbd', 'pos']);
}

function toSentences(nlp: WinkMethods, piece: string, offset: number): Sentence[] {
  const document = nlp.readDoc(piece);
  const words = toWords(nlp, document, piece, offset);
  const spans = document.sentences().out(nlp.its.span) as unknown as [number, number][];
  return spans.flatMap(([first, last]) => {
    const inside = mergeLetters(words.slice(first, last + 1).filter((word) => word !== undefined));
    const [head, tail] = [inside[0], inside.at(-1)];
    return head && tail ? [{ words: inside, start: head.start, end: tail.end }] : [];
  });
}

/** The model breaks words at letters that English does not have: `Stanisław` comes in three. */
function mergeLetters(words: readonly Word[]): Word[] {
  const merged: Word[] = [];
  for (const word of words) {
    const before = merged.at(-1);
    if (before && word.start === before.end && FOREIGN_SEAM.test(before.text.slice(-1) + word.text.slice(0, 1)))
      merged[merged.length - 1] = join(before, word);
    else merged.push(word);
  }
  return merged;
}

const FOREIGN_SEAM = /^(?!\p{ASCII}{2})[\p{L}\p{M}]{2}$/u;

function join(before: Word, after: Word): Word {
  const text = before.text + after.text;
  return {
    ...before,
    text,
    lower: text.toLowerCase(),
    lemma: text.toLowerCase(),
    end: after.end,
    tag: tagOf(text, before),
  };
}

function tagOf(text: string, { tag }: Word): string {
  return /^\p{Lu}/u.test(text) ? 'PROPN' : tag;
}

/** One for each token of the model; undefined for white space and for what cannot be found in the piece again. */
function toWords(nlp: WinkMethods, document: Document, piece: string, offset: number): (Word | undefined)[] {
  const { its } = nlp;
  const tokens = document.tokens();
  const tags = tokens.out(its.pos) as string[];
  const lemmas = tokens.out(its.lemma as unknown as TokenItsFunction<string>) as string[];
  let cursor = 0;
  let afterBreak = false;
  return tokens.out().map((text, i) => {
    const start = piece.indexOf(text, cursor);
    // Contractions are written out by the model; a token that is not there lies within the next few characters.
    if (start < 0 || start - cursor > LONGEST_RUN) return undefined;
    afterBreak ||= tags[i] === 'SPACE' && text.includes('\n');
    cursor = start + text.length;
    if (tags[i] === 'SPACE') return undefined;
    const word: Word = {
      text,
      lower: text.toLowerCase(),
      start: offset + start,
      end: offset + cursor,
      tag: tags[i] ?? 'X',
      lemma: lemmas[i]?.toLowerCase() ?? '',
      afterBreak,
    };
    afterBreak = false;
    return word;
  });
}
