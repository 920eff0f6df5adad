/**
 * Records of ERIC, which gives them in PubMed's format with words of its own: a number that begins with EJ is an article in a journal, one
 * that begins with ED is a work by itself, and what stands in the place of the journal has published it.
 */
import type { ItemType } from '../../../../model/papers/index.ts';
import type { ItemDraft } from '../build/item-draft.ts';

type Values = (tag: string) => readonly string[];

/** Kinds as ERIC names them, each with what it narrows behind a hyphen; the first that a record has counts. */
const KINDS: readonly (readonly [RegExp, ItemType])[] = [
  [/^dissertations\/theses/i, 'thesis'],
  [/^books?$/i, 'book'],
  [/^speeches\/meeting papers/i, 'paper-conference'],
  [/^reports/i, 'report'],
];

/** Null for what is no work by itself of ERIC's. */
export function ericType(values: Values): ItemType | null {
  if (!values('OID').some((number) => /^ED\d+$/.test(number))) return null;
  const kinds = values('PT');
  return KINDS.find(([form]) => kinds.some((kind) => form.test(kind)))?.[1] ?? 'document';
}

/** `Ph.D. Dissertation, Drexel University`: the university, where the other is only who sells it. */
export function addEricPublisher(draft: ItemDraft, values: Values): void {
  const [, genre, school] = /^([^,]*(?:dissertation|thesis)), (.+)$/i.exec(values('SO')[0] ?? '') ?? [];
  if (draft.type === 'thesis') {
    draft.setText('genre', genre);
    draft.setText('publisher', school);
  }
  draft.setText('publisher', values('JT')[0]);
}
