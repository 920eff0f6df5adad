/** TeX in titles and abstracts as one would read it: signs by their character, fonts and braces away, formulas as plain text. */
import { toAccented } from '../../readers/latex/accents.ts';
import { LETTERS } from '../../readers/latex/letters.ts';
import { GREEK_LETTERS } from '@zapomni/core/model';
import { raised } from './raised.ts';

const SIGNS: Readonly<Record<string, string>> = {
  times: '×',
  cdot: '·',
  pm: '±',
  mp: '∓',
  leq: '≤',
  le: '≤',
  geq: '≥',
  ge: '≥',
  neq: '≠',
  ne: '≠',
  ll: '≪',
  gg: '≫',
  approx: '≈',
  sim: '∼',
  simeq: '≃',
  equiv: '≡',
  propto: '∝',
  infty: '∞',
  to: '→',
  rightarrow: '→',
  leftarrow: '←',
  Rightarrow: '⇒',
  leftrightarrow: '↔',
  in: '∈',
  notin: '∉',
  subset: '⊂',
  subseteq: '⊆',
  cup: '∪',
  cap: '∩',
  forall: '∀',
  exists: '∃',
  partial: '∂',
  nabla: '∇',
  sum: '∑',
  prod: '∏',
  int: '∫',
  ell: 'ℓ',
  hbar: 'ℏ',
  odot: '⊙',
  oplus: '⊕',
  otimes: '⊗',
  circ: '°',
  star: '⋆',
  ast: '∗',
  sqrt: '√',
  prime: '′',
  dagger: '†',
  langle: '⟨',
  rangle: '⟩',
  varepsilon: 'ε',
  varphi: 'φ',
  vartheta: 'ϑ',
  cdots: '⋯',
  ...LETTERS,
};

/** Say how something looks, and nothing else. */
const LOOKS =
  /^(?:bf|bm|boldsymbol|cal|displaystyle|em|emph|ensuremath|footnotesize|it|large|left|limits|mathbb|mathbf|mathcal|mathfrak|mathit|mathrm|mathsf|mathtt|mbox|nolimits|operatorname|overline|right|rm|sc|scriptstyle|sf|sl|small|text|textbf|textit|textmd|textnormal|textrm|textsc|textsf|textsl|texttt|textup|tt|underline|url|href)$/u;

/** A formula as a typesetter would see one: no space inside its marks, no digit behind them, so that prices stay. */
const FORMULA = /\$\$(.{1,500}?)\$\$|\$(?=\S)((?:[^$\\]|\\.){1,500}?)(?<=\S)\$(?!\d)|\\\((.{1,500}?)\\\)/gsu;
const COMMAND = /\\[a-zA-Z]+/u;
const ACCENT = /\\([`'^~="uvHrcdkb.])(?=\s*\{?\s*\\?[a-zA-Zıȷ])/u;

export function texToText(text: string): string {
  if (!/[\\$]/u.test(text)) return text;
  const written = text.replace(FORMULA, (_, display?: string, inline?: string, round?: string) =>
    inFormula(display ?? inline ?? round ?? ''),
  );
  const hasCommands = COMMAND.test(written) || ACCENT.test(written);
  return hasCommands ? withoutCommands(withAccents(written)).replaceAll(/(?<=\w)--(?=\w)/gu, '–') : unescaped(written);
}

function inFormula(formula: string): string {
  return withoutCommands(formula)
    .replaceAll(/\^\{([^{}]*)\}|\^(\S)/gu, (_, group?: string, one?: string) => raisedOr(group ?? one ?? ''))
    .replaceAll(/_\{([^{}]*)\}|_(\S)/gu, (_, group?: string, one?: string) => group ?? one ?? '')
    .replaceAll(/[{}]/gu, '')
    .trim();
}

/** What cannot be raised is still no part of what stands before it. */
function raisedOr(text: string): string {
  const up = raised(text);
  return up === text && text !== '°' && text !== '′' ? `^${text}` : up;
}

function withAccents(text: string): string {
  let [written, at] = ['', 0];
  while (at < text.length) {
    const accent = text[at] === '\\' ? toAccented(text[at + 1] ?? '', text, at + 2) : null;
    written += accent ? accent.written : (text[at] ?? '');
    at = accent ? accent.end : at + 1;
  }
  return written;
}

function withoutCommands(text: string): string {
  const plain = text
    .replaceAll(/\\(?:left|right|big|Big|bigg|Bigg)(?![a-zA-Z])/gu, '')
    .replaceAll(/\\([a-zA-Z]+)\*?(\s*)/gu, (_, name: string, space: string) => inWords(name, space))
    .replaceAll(/\\[,;:!> ]/gu, ' ');
  return unescaped(plain).replaceAll(/(?<![\^_])\{([^{}]*)\}/gu, '$1');
}

/** Names of functions, and what somebody has called something, stay. */
function inWords(name: string, space: string): string {
  const sign = SIGNS[name] ?? GREEK_LETTERS.get(name);
  if (sign !== undefined) return sign;
  return LOOKS.test(name) ? '' : `${name}${space}`;
}

function unescaped(text: string): string {
  return text.replaceAll(/\\([$%&#_{}])/gu, '$1').replaceAll(/(?<=\S)~(?=\S)/gu, ' ');
}
