/**
 * The library's Portuguese stemmer takes plurals that change the end of the word for other words: it has one stem for
 * reunião and another for reuniões. So they are made singular first.
 */
import { stemmer } from '@orama/stemmers/portuguese';

const PLURALS: readonly (readonly [RegExp, string])[] = [
  [/(?:ões|ães|ãos)$/, 'ão'],
  [/(?<=..)ns$/, 'm'],
  [/(?<=..)ais$/, 'al'],
  [/(?<=..)[ée]is$/, 'el'],
  [/(?<=..)óis$/, 'ol'],
];

export function portuguese(word: string): string {
  const plural = PLURALS.find(([ending]) => ending.test(word));
  return stemmer(plural ? word.replace(...plural) : word);
}
