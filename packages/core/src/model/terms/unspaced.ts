/**
 * Scripts written without spaces (Chinese, Japanese, Thai, Lao, Khmer, Burmese), and Korean, whose words grow endings: runs
 * of their letters become overlapping pairs of characters. No dictionary is needed, and both sides always cut alike.
 *
 *   日本語 → 日本, 本語; also 日, 本, 語      책을 → 책을; also 책
 *
 * A Chinese character is often a word, so each is found by itself too; texts hold it, longer questions do not ask for it.
 * A Korean noun of one syllable is found without its particle.
 */
const UNSPACED =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]|[\ud840-\ud8bf][\udc00-\udfff]/u;
const RUN = new RegExp(`(?:${UNSPACED.source})+`, 'gu');
const HAN = /\p{Script=Han}/u;
const KOREAN_NOUN =
  /^([\uac00-\ud7af])(?:은|는|이|가|을|를|에|의|도|로|으로|와|과|만|랑|에서|에게|한테|부터|까지|보다|처럼|마다|이나|이랑|들|들이|들은|들을)$/;

export interface UnspacedTerms {
  readonly main: string[];
  readonly also: string[];
  /** Single characters of longer runs: for texts, not for questions. */
  readonly textOnly: string[];
}

export function hasUnspaced(word: string): boolean {
  return UNSPACED.test(word);
}

/** Cuts the unspaced runs of a word and hands what stands between them to `other`, all in order. */
export function cutUnspaced(word: string, into: UnspacedTerms, other: (word: string) => void): void {
  let end = 0;
  for (const match of word.matchAll(RUN)) {
    if (match.index > end) other(word.slice(end, match.index));
    cutRun(match[0], into);
    end = match.index + match[0].length;
  }
  if (end < word.length) other(word.slice(end));
}

function cutRun(run: string, { main, also, textOnly }: UnspacedTerms): void {
  const characters = [...run];
  if (characters.length === 1) main.push(run);
  for (let i = 0; i + 1 < characters.length; i++) main.push(`${characters[i]}${characters[i + 1]}`);
  const noun = KOREAN_NOUN.exec(run)?.[1];
  if (noun) also.push(noun);
  if (characters.length > 1) for (const character of characters) if (HAN.test(character)) textOnly.push(character);
}
