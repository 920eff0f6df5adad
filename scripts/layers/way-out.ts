/**
 * One way out: what connects to the network is the wire of `packages/providers/src/net`, which looks at every address first. The
 * store's own line and the base server are named here, each for a reason; everyone else asks the web port.
 */
import { codeOnly, lineAt, withoutComments } from '../source/source-text.ts';
import type { Finding } from './reach.ts';

const IMPORTED =
  /\bfrom\s*(['"])(?:node:)?(?:https?|http2|net|tls|dns|dns\/promises|dgram)\1|\bimport\s*\(\s*(['"])(?:node:)?(?:https?|http2|net|tls|dns|dns\/promises|dgram)\2/g;
/** A call of the runtime's own, and no method of that name. */
const CALLED =
  /(?:\b(?:await|return|void|yield)\s+|[=(,?:>!&|[]\s*)fetch\s*\(|\bglobalThis\s*\.\s*fetch\b|\bnew\s+(?:WebSocket|EventSource)\b/g;
/** The table of layers keeps these from the others altogether. */
const MAY_IMPORT = /^packages\/(?:cli|db|providers)\//;
const TYPE_ONLY = /\bimport\s+type\b[^;]*$/;

/** Where connections are made, and why. */
const MAY_CONNECT: readonly (readonly [place: RegExp, why: string])[] = [
  [/^packages\/providers\/src\/net\//, 'is the way out'],
  [/^packages\/db\/src\/drivers\/falkordb\/wire\//, 'the line to the store that the user set up'],
  [/^packages\/dashboard\/src\/api\//, 'the page asks the server that it came from'],
  [
    /^packages\/cli\/src\/hook\/ask-server\.ts$/,
    'the private socket of the data folder, in a file that loads nothing else',
  ],
  [/^packages\/server\//, 'is connected to, and asks one address of keys that the operator set'],
];

export function findWaysOut(file: string, source: string): Finding[] {
  if (MAY_CONNECT.some(([place]) => place.test(file))) return [];
  const message = 'speaks to the network by itself; ask the web port, or go over packages/providers/src/net';
  const text = withoutComments(source);
  const code = codeOnly(source);
  const named = MAY_IMPORT.test(file) ? [...text.matchAll(IMPORTED)] : [];
  const imports = named.filter(({ index }) => !TYPE_ONLY.test(text.slice(0, index)));
  return [
    ...imports.map(({ index }) => ({ line: lineAt(text, index), message })),
    ...[...code.matchAll(CALLED)].map(({ index }) => ({ line: lineAt(code, index), message })),
  ];
}
