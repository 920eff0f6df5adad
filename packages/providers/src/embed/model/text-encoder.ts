/** From text to the token ids the model reads: prefix for questions, at most `maxTokens`, [CLS] and [SEP] at the ends. */
import { Tokenizer } from '@huggingface/tokenizers';
import { boundText } from './bound-text.ts';
import { BUILTIN_MODEL } from '../builtin-model.ts';
import { fluencyOf } from './fluency.ts';
import type { WorkerText } from '../workers/worker-messages.ts';

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

type TextEncoder = (text: WorkerText) => EncodedText;

/** Both arguments are parsed files of the model. Padding and truncation that the file may ask for are switched off. */
export function createTextEncoder(tokenizerJson: object, tokenizerConfig: object): TextEncoder {
  const tokenizer: WordPieces = new Tokenizer({ ...tokenizerJson, padding: null, truncation: null }, tokenizerConfig);
  const idsOf = (text: string) => tokenizer.encode(text, { add_special_tokens: false }).ids;
  const [start, end] = tokenizer.encode('').ids as [number, number];
  const prefix = idsOf(QUERY_PREFIX);

  return ({ text, role }) => {
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
}
