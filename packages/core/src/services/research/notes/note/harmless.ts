/**
 * Texts of others are data: nothing in them ends a region, opens a comment, makes a link, a tag, a property or a block of code, or has a
 * program load what lies elsewhere. A sign that nobody sees parts what would mean something.
 */
import { normal } from './regions.ts';

const APART = '\u200B';
const PARTED: readonly RegExp[] = [
  /zapomni(?=:)/g,
  /%(?=%)/g,
  /<(?=!--)/g,
  /--(?=>)/g,
  /\[(?=\[)/g,
  /!(?=\[)/g,
  /<(?=\/?(?:audio|base|button|embed|form|iframe|img|input|link|meta|object|script|style|svg|video)\b)/gi,
  /(?<![^\s([{])#(?=[^\s#])/g,
  /^[\t >-]*[\p{L}\w.-]+:(?=:(?:\s|$))/gmu,
  /^[\t >]*(?=`{3}|~{3})/gm,
];

export function harmlessText(text: string): string {
  return normal(PARTED.reduce((said, sign) => said.replaceAll(sign, (found) => found + APART), text));
}
