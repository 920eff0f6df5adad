/** What holds for every document, and what a case says of its own. */
import type { ReadDocument } from '@zapomni/core/ports';
import { expect } from 'vitest';
import { whereabouts, type DocumentCase } from './document-case.ts';

/** Formats with a table of contents of their own. */
const CONTENTS = new Set(['pdf', 'epub']);

/** Offsets lie in the text and in order, and nothing is half said. */
export function expectSound(document: ReadDocument): void {
  const { text, sections, pages, blocks, links, lines } = document;
  const inside = (at: number) => Number.isInteger(at) && at >= 0 && at <= text.length;
  for (const part of [sections, pages, blocks, lines]) {
    const starts = part.map(({ start }) => start);
    expect(starts.every(inside)).toBe(true);
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
  }
  for (const { start, end } of [...blocks, ...links]) expect(start < end && inside(start) && inside(end)).toBe(true);
  for (const { title, level, start } of sections) {
    expect(level).toBeGreaterThanOrEqual(1);
    // A table of contents may name what the pages do not.
    if (!CONTENTS.has(document.format)) expect(text.slice(start, start + title.length)).toBe(title);
  }
  expect(document.pageKind === null).toBe(pages.length === 0);
  expect(document.scans.every((page) => page >= 0 && page < pages.length)).toBe(true);
  expect(text).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/u);
  for (const member of document.members) {
    expect(member.name).not.toBe('');
    if ('document' in member) expectSound(member.document);
  }
}

export function expectCase(document: ReadDocument, expected: DocumentCase): void {
  expect(document.format).toBe(expected.format);
  if (expected.title !== undefined) expect(document.title).toBe(expected.title);
  for (const { text, ...place } of expected.sentences) {
    const at = document.text.indexOf(text);
    expect(at, text).toBeGreaterThanOrEqual(0);
    expect(whereabouts(document, at), text).toMatchObject(place);
  }
  for (const text of expected.absent ?? []) expect(document.text).not.toContain(text);
  if (expected.metadata) expect(document.metadata).toMatchObject(expected.metadata);
  const blocks = document.blocks.map(({ kind, start, end }) => ({ kind, text: document.text.slice(start, end) }));
  for (const block of expected.blocks ?? []) expect(blocks).toContainEqual(block);
  const links = document.links.map(({ start, end, target }) => ({ text: document.text.slice(start, end), target }));
  for (const link of expected.links ?? []) expect(links).toContainEqual(link);
  if (expected.members) expect(document.members.map(({ name }) => name)).toEqual(expected.members);
  if (expected.scans) expect(document.scans).toEqual(expected.scans);
  for (const warning of expected.warnings ?? []) {
    expect(document.warnings).toContainEqual(expect.stringMatching(warning));
  }
}
