/** From text to the token ids the model reads: prefix for questions, at most `maxTokens`, [CLS] and [SEP] at the ends. */
import { Tokenizer } from '@huggingface/tokenizers';
import { boundText } from './bound-text.ts';
import { BUILTIN_MODEL } from '../builtin-model.ts';
import { fluencyOf } from './fluency.ts';
import type { EmbedOptions } from '@zapomni/core/ports';

/** bge models were trained with this before questions and nothing before passages. */
const QUERY_PREFIX = 'Represent this sentence for searching relevant passages: ';
interface EncodedText {
  readonly ids: readonly number[];
  /** The tokens of the text itself that fitted in; they begin at `offset` among the ids. */
  readonly pieces: readonly string[];
  readonly offset: number;
  readonly fluency: number;
}

/** What is used of the tokenizer, whose own types do not resolve. */
interface WordPieces {
  encode(text: string, options?: { add_special_tokens: boolean }): { ids: number[] };
  id_to_token(id: number): string | undefined;
}

interface TextToEncode {
  readonly text: string;
  readonly role: EmbedOptions['role'];
}

interface TextEncoder {
  encode(text: TextToEncode): EncodedText;
  /** Of one word alone. */
  piecesOf(word: string): readonly number[];
  /** What stands at the ends of every text. */
  readonly start: number;
  readonly end: number;
}

const MOST_KNOWN_WORDS = 50_000;

/** Both arguments are parsed files of the model. Padding and truncation that the file may ask for are switched off. */
export function createTextEncoder(tokenizerJson: object, tokenizerConfig: object): TextEncoder {
  const tokenizer: WordPieces = new Tokenizer({ ...tokenizerJson, padding: null, truncation: null }, tokenizerConfig);
  const idsOf = (text: string) => tokenizer.encode(text, { add_special_tokens: false }).ids;
  const [start, end] = tokenizer.encode('').ids as [number, number];
  const prefix = idsOf(QUERY_PREFIX);

  const known = new Map<string, readonly number[]>();
  const piecesOf = (word: string) => {
    const pieces = known.get(word) ?? idsOf(word);
    if (known.size < MOST_KNOWN_WORDS) known.set(word, pieces);
    return pieces;
  };
  const encode = ({ text, role }: TextToEncode) => {
    const bounded = boundText(text);
    const ids = idsOf(bounded);
    const lead = role === 'query' ? [start, ...prefix] : [start];
    const room = BUILTIN_MODEL.maxTokens - lead.length - 1;
    const pieces = ids.map((id) => tokenizer.id_to_token(id) ?? '');
    return {
      ids: [...lead, ...ids.slice(0, room), end],
      pieces: pieces.slice(0, room),
      offset: lead.length,
      fluency: fluencyOf(bounded, pieces),
    };
  };
  return { encode, piecesOf, start, end };
}
