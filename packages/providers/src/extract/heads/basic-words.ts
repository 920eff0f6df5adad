/** A text cut as the model's own tokenizer cuts it before it looks for word pieces: signs and CJK characters stand alone, blanks part words. */
export interface BasicWord {
  readonly start: number;
  readonly end: number;
}

const BASIC =
  /[\p{P}$+<=>^`|~]|[\u4e00-\u9fff\u3400-\u4dbf\uf900-\ufaff]|[^\s\p{P}$+<=>^`|~\u4e00-\u9fff\u3400-\u4dbf\uf900-\ufaff]+/gu;

export function basicWords(text: string): BasicWord[] {
  return [...text.matchAll(BASIC)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
}
