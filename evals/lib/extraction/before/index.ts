/** The reader before the learned heads: rules over parts of speech. It is kept for comparison alone, and nothing else uses it. */
import type { Extractor } from '@zapomni/core/ports';
import { createReader } from './reading/reader.ts';

export function createRules(): Extractor {
  const reader = createReader();
  return {
    name: 'rules',
    extract: async (texts) => texts.map((text) => reader.read(text, () => true)),
    close: async () => {},
  };
}

/** What the rules called a relation, in the words of now; `<` turns it round. */
const NOW: Readonly<Record<string, string>> = {
  HEADS: 'LEADS',
  ACQUIRED: 'OWNS',
  WROTE: 'CREATED',
  COMPOSED: 'CREATED',
  PERFORMED: 'CREATED',
  DIRECTED: 'CREATED',
  PRODUCED: 'CREATED',
  PUBLISHED: 'CREATED',
  DEVELOPED: 'CREATED',
  PLAYS_FOR: 'MEMBER_OF',
  PARENT_OF: '<CHILD_OF',
  REPLACED: '<REPLACED_BY',
  CHOSE: 'DECIDED',
  KNOWS: 'MET',
};

export function nameOfNow(type: string): { readonly type: string; readonly reversed: boolean } {
  const name = NOW[type] ?? type;
  return { type: name.replace('<', ''), reversed: name.startsWith('<') };
}
