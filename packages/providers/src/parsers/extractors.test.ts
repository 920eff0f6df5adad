/** What is read of a file beside where its symbols stand: docs, decorators, types, generics, and what kind of thing it is. */
import type { CodeFacts, CodeParser, CodeSymbol } from '@zapomni/core/ports';
import { CODE_CASES } from '@zapomni/testkit/contracts';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCodeParser } from './code-parser.ts';

const PYTHON = `from enum import Enum
from typing import Generic, TypeVar

T = TypeVar('T')


class Colour(Enum):
    """Colours."""
    RED = 1


class Box(Generic[T]):
    """Holds one."""

    @staticmethod
    async def fetch(url: str, often: int = 3) -> list[T]:
        """Fetches it."""
        return []

    def walk(self):
        yield 1


def first[K](items: list[K]) -> K:
    return items[0]
`;

const TYPESCRIPT = `/** A shape. */
export interface Shape<T> {
  area(of: T): Size;
}
/** Colours. */
export enum Colour {
  Red,
}
@sealed
export class Box<T extends Shape<T>> implements Shape<T> {
  /** Its area. */
  @logged area(of: T): Size {
    return SIZE;
  }
  static async fetch(url: Url): Promise<Page> {
    return page;
  }
}
export async function* stream<K>(items: K[]): AsyncGenerator<K> {}
`;

const JAVASCRIPT = `/**
 * Fetches it.
 * @param {string} url
 */
export async function fetchIt(url) {}
export function* walk() {}
class Box {
  @logged area() {}
}
`;

const GO = `package main

// Shape has an area.
type Shape interface {
	Area() float64
}

// Box holds one.
type Box[T any] struct {
	item T
}

// First takes the first.
func First[K comparable](items Items, often int) (K, error) {}
`;

const RUST = `/// Has an area.
pub trait Shape {
    fn area(&self) -> Size;
}
/// Colours.
pub enum Colour {
    Red,
}
/// Holds one.
pub struct Box<T> {
    item: T,
}
impl<T: Clone> Shape for Box<T> {
    /// Its area.
    fn area(&self) -> Size {}
}
/// Fetches it.
pub async fn fetch<K>(url: Url) -> Vec<K> {}
`;

describe('what is read of code', () => {
  let parser: CodeParser;
  beforeAll(() => {
    parser = createCodeParser({ logger: createRecordingLogger(), processes: 2 });
  });
  afterAll(() => parser.close());
  const read = async (language: string, text: string): Promise<CodeFacts> => {
    const facts = await parser.parse({ language, text });
    expect(facts).toMatchObject({ depth: 'deep', unreadable: [] });
    return facts;
  };
  /** The last of that name: what implements comes behind what it implements. */
  const named = ({ symbols }: CodeFacts, name: string): Partial<CodeSymbol> =>
    symbols.findLast((symbol) => symbol.name === name) ?? {};

  it('has docs, decorators, types, generics and flags, by extractors of five languages and a generic one', async () => {
    verifies('P019');
    const python = await read('python', PYTHON);
    expect(named(python, 'Colour')).toMatchObject({ kind: 'class', doc: 'Colours.', bases: [['n', 'Enum']] });
    expect(named(python, 'Box')).toMatchObject({ doc: 'Holds one.', signature: 'class Box(Generic[T])' });
    expect(named(python, 'fetch')).toMatchObject({
      doc: 'Fetches it.',
      decorators: [['n', 'staticmethod']],
      params: [
        { name: 'url', type: ['n', 'str'] },
        { name: 'often', type: ['n', 'int'] },
      ],
      returns: ['s', ['n', 'list'], ['n', 'T']],
      flags: ['async', 'static'],
    });
    expect(named(python, 'walk').flags).toEqual(['generator']);
    expect(named(python, 'first').signature).toBe('def first[K](items: list[K]) -> K');

    const typescript = await read('typescript', TYPESCRIPT);
    expect(named(typescript, 'Shape')).toMatchObject({ kind: 'interface', doc: 'A shape.', flags: ['exported'] });
    expect(named(typescript, 'Colour')).toMatchObject({ kind: 'enum', doc: 'Colours.' });
    expect(named(typescript, 'Box')).toMatchObject({
      kind: 'class',
      decorators: [['n', 'sealed']],
      bases: [['s', ['n', 'Shape'], ['n', 'T']]],
      signature: expect.stringContaining('Box<T extends Shape<T>>'),
    });
    expect(named(typescript, 'area')).toMatchObject({
      doc: 'Its area.',
      decorators: [['n', 'logged']],
      params: [{ name: 'of', type: ['n', 'T'] }],
      returns: ['n', 'Size'],
    });
    expect(named(typescript, 'fetch')).toMatchObject({
      flags: ['async', 'static'],
      returns: ['s', ['n', 'Promise'], ['n', 'Page']],
    });
    expect(named(typescript, 'stream')).toMatchObject({
      flags: ['async', 'exported', 'generator'],
      signature: expect.stringContaining('stream<K>'),
    });

    const javascript = await read('javascript', JAVASCRIPT);
    expect(named(javascript, 'fetchIt')).toMatchObject({
      doc: 'Fetches it.\n@param {string} url',
      flags: ['async', 'exported'],
    });
    expect(named(javascript, 'walk').flags).toEqual(['exported', 'generator']);
    expect(named(javascript, 'area').decorators).toEqual([['n', 'logged']]);

    const go = await read('go', GO);
    expect(named(go, 'Shape')).toMatchObject({ kind: 'interface', doc: 'Shape has an area.' });
    expect(named(go, 'Box')).toMatchObject({ kind: 'struct', signature: 'type Box[T any]' });
    expect(named(go, 'First')).toMatchObject({
      doc: 'First takes the first.',
      params: [
        { name: 'items', type: ['n', 'Items'] },
        { name: 'often', type: ['n', 'int'] },
      ],
      returns: [
        'l',
        [
          ['n', 'K'],
          ['n', 'error'],
        ],
      ],
      signature: expect.stringContaining('First[K comparable]'),
    });

    const rust = await read('rust', RUST);
    expect(named(rust, 'Shape')).toMatchObject({ kind: 'trait', doc: 'Has an area.' });
    expect(named(rust, 'Colour')).toMatchObject({ kind: 'enum', doc: 'Colours.' });
    expect(named(rust, 'Box')).toMatchObject({ bases: [['n', 'Shape']], signature: 'pub struct Box<T>' });
    expect(named(rust, 'area')).toMatchObject({ doc: 'Its area.', returns: ['n', 'Size'] });
    expect(named(rust, 'fetch')).toMatchObject({
      doc: 'Fetches it.',
      flags: ['async'],
      params: [{ name: 'url', type: ['n', 'Url'] }],
      returns: ['s', ['n', 'Vec'], ['n', 'K']],
    });

    // Whatever the grammar: what is defined in a file of it is found, with its place.
    const languages = new Set(CODE_CASES.map(({ language }) => language));
    expect(languages.size).toBeGreaterThanOrEqual(41);
    for (const { language, text } of CODE_CASES) {
      const { symbols } = await parser.parse({ language, text });
      expect(symbols.slice(1).length, language).toBeGreaterThan(0);
      for (const { lines, line } of symbols) expect(lines[0], language).toBeLessThanOrEqual(line);
    }
  });
});
