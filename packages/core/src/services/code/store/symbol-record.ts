/** A symbol that has a name and can be asked for. What functions keep to themselves (locals, parameters, lambdas) is none. */
import { z } from 'zod';
import type { Kept } from '../../records/collection.ts';
import { defineCollection } from '../../records/define-collection.ts';

/** The key is the symbol's id (link/identity.ts): it stays when other parts of the file change. */
export const CODE_SYMBOLS = defineCollection({
  name: 'code_symbols',
  schema: z.strictObject({
    name: z.string(),
    /** In lower case, cut: what it is found by. */
    folded: z.string(),
    /** Names from the outermost inwards, by dots. */
    qualified: z.string(),
    kind: z.string(),
    language: z.string(),
    /** Key of its file. */
    file: z.string(),
    path: z.string(),
    /** Of its name. */
    line: z.number(),
    lines: z.tuple([z.number(), z.number()]),
    /** Id of the symbol it stands in; null at the top of the file. */
    parent: z.string().nullable(),
    signature: z.string(),
    /** The first sentence. */
    doc: z.string().nullable(),
    visibility: z.string().nullable(),
    flags: z.array(z.string()),
    bases: z.array(z.string()),
    decorators: z.array(z.string()),
    params: z.number(),
    is_test: z.boolean(),
    /** How many other symbols call it, and it calls. */
    callers: z.number(),
    callees: z.number(),
    /** PageRank over resolved edges; all symbols of a repository have 1 together. */
    importance: z.number(),
  }),
  indexes: { by_name: ['folded', 'importance'], by_file: ['file', 'line'], by_importance: ['importance'] },
});

export type SymbolRecord = z.output<(typeof CODE_SYMBOLS)['schema']>;
export type KeptSymbol = Kept<SymbolRecord>;

const MOST_FOLDED = 200;

export function foldName(name: string): string {
  return name.toLowerCase().slice(0, MOST_FOLDED).toWellFormed();
}
