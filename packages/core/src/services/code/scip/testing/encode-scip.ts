/** Writes an index as indexers do, for tests: Protocol Buffers by hand, as they are read. */

export interface GivenOccurrence {
  readonly range: readonly number[];
  readonly symbol: string;
  readonly roles?: number;
}

export interface GivenDocument {
  readonly path: string;
  readonly text?: string;
  readonly encoding?: number;
  readonly occurrences?: readonly GivenOccurrence[];
  readonly symbols?: readonly { readonly symbol: string; readonly implements?: readonly string[] }[];
}

export function encodeScip(documents: readonly GivenDocument[]): Uint8Array {
  // Metadata come first: a version, a tool and the root.
  const metadata = message(1, [...number(1, 0), ...message(2, text(1, 'a tool')), ...text(3, 'file:///somewhere')]);
  return Uint8Array.from([...metadata, ...documents.flatMap((document) => message(2, documentOf(document)))]);
}

function documentOf({ path, text: whole, encoding, occurrences = [], symbols = [] }: GivenDocument): number[] {
  return [
    ...text(4, 'TypeScript'),
    ...text(1, path),
    ...occurrences.flatMap(({ range, symbol, roles = 0 }) =>
      message(2, [...message(1, range.flatMap(varint)), ...text(2, symbol), ...number(3, roles), ...number(5, 15)]),
    ),
    ...symbols.flatMap(({ symbol, implements: others = [] }) =>
      message(3, [
        ...text(1, symbol),
        ...text(3, 'Words.'),
        ...others.flatMap((one) => message(4, [...text(1, one), ...number(3, 1)])),
      ]),
    ),
    ...(whole === undefined ? [] : text(5, whole)),
    ...(encoding === undefined ? [] : number(6, encoding)),
  ];
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return [...bytes, rest];
}

const number = (field: number, value: number): number[] => [...varint(field * 8), ...varint(value)];
const message = (field: number, bytes: readonly number[]): number[] => [
  ...varint(field * 8 + 2),
  ...varint(bytes.length),
  ...bytes,
];
const text = (field: number, value: string): number[] => message(field, [...Buffer.from(value)]);
