/** What every parser of code must do. */
import { decodeFacts, outlineOf, type CodeParser } from '@zapomni/core/ports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CODE_CASES } from './cases/index.ts';
import { importLines, symbolLines, useLines, type CodeCase } from './code-case.ts';
import { expectSound } from './expect-facts.ts';
import { hostileSources } from './hostile.ts';

export interface CodeParserHarness {
  open(): CodeParser;
}

const MEGABYTE = 1_000_000;
const bytes = (text: string) => new TextEncoder().encode(text);

export function codeParserContract(name: string, { open }: CodeParserHarness): void {
  describe(`code parser contract: ${name}`, () => {
    let parser: CodeParser;
    beforeAll(() => {
      parser = open();
    });
    afterAll(() => parser.close());

    describe.each(CODE_CASES)('$language', (one) => readsCase(() => parser, one));
    hostileSources(() => parser);
  });
}

function readsCase(parser: () => CodeParser, one: CodeCase): void {
  const { language, text } = one;
  const read = (source: string) => parser().parse({ language, text: source });

  it('is known by its name', () => {
    expect(parser().languageOf(`some/folder/${one.file}`, bytes(text))).toBe(language);
  });

  it('gives every symbol with its place, and what is used', async () => {
    const facts = await read(text);
    expectSound(facts, text);
    expect(facts).toMatchObject({ language, depth: one.depth, unreadable: [] });
    expect(symbolLines(facts)).toEqual(one.symbols);
    expect(useLines(facts)).toEqual(expect.arrayContaining([...one.uses]));
    if (one.imports) expect(importLines(facts)).toEqual(one.imports);
    for (const { name, start, end } of facts.symbols) expect(text.slice(start, end)).toContain(name);
  });

  it('gives the same packed, with an outline of it', async () => {
    const facts = await read(text);
    const { packed, outline } = await parser().parsePacked({ language, text });
    expect(decodeFacts(packed)).toEqual(facts);
    expect(outline).toEqual(outlineOf(facts));
    expect(outline.symbols.map(({ name, line, params }) => [name, line, params])).toEqual(
      facts.symbols.map(({ name, line, params }) => [name, line, params.length]),
    );
  });

  it('gives the same with CR LF, and with a mark at the start', async () => {
    const facts = await read(text);
    const crlf = text.replaceAll('\n', '\r\n');
    for (const other of [crlf, `\uFEFF${text}`]) {
      const again = await read(other);
      expectSound(again, other);
      expect(symbolLines(again)).toEqual(symbolLines(facts));
      expect(useLines(again)).toEqual(useLines(facts));
      expect(again.symbols.map(({ signature, doc }) => [signature, doc])).toEqual(
        facts.symbols.map(({ signature, doc }) => [signature, doc]),
      );
    }
  });

  if (one.comment) {
    it('reads past a line of a megabyte', async () => {
      const long = `${one.comment} ${'x'.repeat(MEGABYTE)}\n`;
      const facts = await read(`${text}${long}`);
      expect(symbolLines(facts)).toEqual(one.symbols);
    });
  }

  if (one.broken !== undefined) {
    it('says which lines it could not read, and reads the rest', async () => {
      const lines = text.trimEnd().split('\n');
      const at = lines.length;
      const broken = [...lines, one.broken, ''].join('\n');
      const facts = await read(broken);
      expectSound(facts, broken);
      expect(facts.unreadable.length).toBeGreaterThan(0);
      expect(facts.unreadable.some(([first, last]) => first <= at + 1 && last >= at)).toBe(true);
      expect(symbolLines(facts)).toEqual(expect.arrayContaining([...one.symbols]));
    });
  }
}
