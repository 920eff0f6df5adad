/** Signs of formats that people write by hand. */
import type { Sample } from '../sample.ts';
import { CERTAIN, LIKELY, PLAIN, PLAUSIBLE, POSSIBLE } from './certainty.ts';

export function sniffText({ isText }: Sample): number {
  return isText ? PLAIN : 0;
}

// Each looks only so far: a text of nothing but brackets must not take forever.
const MARKDOWN_SIGNS = [
  /^---\n[\s\S]*?^[\w-]+:[\s\S]*?\n---\n/u,
  /^#{1,6} \S/mu,
  /^(?:```|~~~)/mu,
  /^[*+-] (?:\[[ x]\] )?\S.*\n[*+-] /mu,
  /\[[^[\]\n]{1,200}\]\([^)\s]{1,500}\)/u,
  /\[\[[^[\]\n]{1,200}\]\]/u,
  /^\|?(?: *:?-{3,}:? *\|)+/mu,
  /(?:^|\s)(?:\*\*|__)\S.{0,200}?\S(?:\*\*|__)/u,
  /^(?:===+|---+)$/mu,
  /^> \S/mu,
];

export function sniffMarkdown({ isText, text }: Sample): number {
  if (!isText) return 0;
  const signs = MARKDOWN_SIGNS.filter((sign) => sign.test(text)).length;
  // A single one is in many a script too: comments look like headings.
  return signs >= 2 ? PLAUSIBLE : POSSIBLE;
}

export function sniffLatex({ isText, text }: Sample): number {
  if (!isText) return 0;
  if (/^[^%\n]*\\documentclass\b|^[ \t]*\\begin\{document\}/mu.test(text)) return LIKELY;
  const commands = text.match(/\\(?:section|subsection|begin|end|cite|label|ref|emph|textbf|chapter|newcommand)\b/gu);
  if (!commands) return POSSIBLE;
  return commands.length >= 3 ? PLAUSIBLE : PLAIN;
}

const HEADERS =
  /^(?:from|to|subject|date|message-id|received|mime-version|return-path|delivered-to|reply-to|content-type|cc):/iu;

/** Lines that could stand at the head of a mail, and how many of them are known. */
function knownHeaders(text: string): number {
  let known = 0;
  for (const line of text.replace(/^\s+/u, '').split('\n', 200)) {
    if (line === '') break;
    if (HEADERS.test(line)) known += 1;
    else if (!/^[\w-]+:|^[ \t]/u.test(line)) return 0;
  }
  return known;
}

export function sniffEmail({ isText, text }: Sample): number {
  if (!isText) return 0;
  const known = knownHeaders(text);
  if (known >= 3) return LIKELY;
  return known >= 1 ? POSSIBLE : 0;
}

export function sniffMbox({ isText, text }: Sample): number {
  if (!isText) return 0;
  const end = text.indexOf('\n') + 1;
  const isMailbox = /^From \S/u.test(text) && /\d{4}/u.test(text.slice(0, end));
  return isMailbox && knownHeaders(text.slice(end)) >= 1 ? CERTAIN : 0;
}

export function sniffSubtitles({ isText, text }: Sample): number {
  if (!isText) return 0;
  if (/^\uFEFF?WEBVTT(?:[ \t\n]|$)/u.test(text)) return CERTAIN;
  return /^\s*\d+\n\d{1,2}:\d{2}:\d{2}[,.]\d{1,3} --> \d/u.test(text) ? CERTAIN : 0;
}
