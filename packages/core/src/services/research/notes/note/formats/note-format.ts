/** How the program that shows the notes wants them written: what marks a region, what a list and a link look like. */

import type { NoteFormatName } from '../../../../../model/papers/index.ts';

/** A stretch of a region: a text, an item of a list, or words of a paper with what was said to them. */
export type Part =
  | { readonly kind: 'text' | 'item'; readonly text: string }
  | { readonly kind: 'quote'; readonly text: string; readonly comment: string | null };

/** Where a link stands and leads, from the folder of the notes. */
export interface NoteLink {
  readonly from: string;
  readonly to: string;
  /** No other note is called so. */
  readonly isAlone: boolean;
  /** What the reader sees. */
  readonly label: string;
}

export interface PageLink {
  readonly from: string;
  /** The name of the file, and where it lies in the vault if it does. */
  readonly file: string;
  readonly to: string | null;
  readonly page: number;
}

export interface NoteFormat {
  readonly name: NoteFormatName;
  /** A line that says `begin abstract` and is not shown. */
  mark(what: string): string;
  region(heading: string, parts: readonly Part[]): string;
  link(link: NoteLink): string;
  page(link: PageLink): string;
  /** Between one region and the next. */
  readonly gap: '' | '\n';
}

export function stemOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '');
}

/** From the folder of one note to another file. */
export function relativePath(from: string, to: string): string {
  const [away, there] = [from.split('/').slice(0, -1), to.split('/')];
  const same = away.findIndex((name, i) => name !== there[i] || i === there.length - 1);
  const common = same === -1 ? away.length : same;
  return [...away.slice(common).map(() => '..'), ...there.slice(common)].join('/');
}

/** What brackets cannot hold is left out of what is shown. */
export function labelText(label: string): string {
  return label.replaceAll(/[[\]|\r\n]+/g, '');
}

/** As any program for Markdown reads it. */
export function plainLink(label: string, from: string, to: string, behind = ''): string {
  const path = relativePath(from, to).split('/').map(encodeURIComponent).join('/').replaceAll(/[()']/g, percent);
  return `[${labelText(label)}](${path}${behind})`;
}

function percent(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** Paragraphs and lists, as Markdown has them. */
export function markdownRegion(heading: string, parts: readonly Part[]): string {
  const lines = parts.flatMap((part): string[] => {
    if (part.kind !== 'quote') return [part.kind === 'item' ? `- ${part.text}` : part.text];
    return [`> ${part.text}`, ...(part.comment === null ? [] : ['>', `> ${part.comment}`]), ''];
  });
  return [`## ${heading}`, '', ...lines].join('\n').trim();
}
