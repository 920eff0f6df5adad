/** Whether a text is in English, the only language that the built-in heads were taught: told by the small words that every sentence has. */
const ENGLISH = new Set(
  'the of and to in is was for on with that it as at by from be are has have had not this his her they we you i my our an or but who will would can she he their its were been which when what if do does did me us your'.split(
    ' ',
  ),
);
const OTHERS = new Set(
  'de la le les et des du une est pour dans qui que sur avec der die das und ist nicht ein eine mit von zu den dem auf für im sich wird sind auch ich wir el los las una del y es en por con para se il di che è per non sono della het een van ik dat niet och att som är på av det jeg ikke og nie się na jest to że w z do je není se na że ve bir bu da o os um não com uma em ao ele ja ne je ve'.split(
    ' ',
  ),
);
const WORD = /[\p{L}\p{M}]+/gu;
const NOT_LATIN = /[^\p{Script=Latin}\p{M}]/u;
const SAMPLE = 400;

export type Language = 'english' | 'latin' | 'other';

/** `latin` is any other language in Latin letters. */
export function languageOf(text: string): Language {
  const words = (text.slice(0, SAMPLE * 10).match(WORD) ?? []).slice(0, SAMPLE).map((word) => word.toLowerCase());
  const strange = words.filter((word) => NOT_LATIN.test(word)).length;
  if (strange > words.length / 2) return 'other';
  const english = words.filter((word) => ENGLISH.has(word)).length;
  const others = words.filter((word) => OTHERS.has(word) && !ENGLISH.has(word)).length;
  return others > english ? 'latin' : 'english';
}
