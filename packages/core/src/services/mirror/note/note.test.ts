/** A memory as a file and back again. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue, Memory } from '../../../model/index.ts';
import { conflictName, nameKey, noteName } from './file-name.ts';
import { differing } from './note-fields.ts';
import { asRead, readNote, renderConflictCopy, renderNote, withId, withLinks } from './note-file.ts';

const ID = '0199f1c2-7a3e-7c41-9d7e-3f2a1b0c9d8e';

function memoryOf(parts: Partial<Memory> = {}): Memory {
  return {
    id: ID,
    workspace: 'default',
    text: 'We move in May.',
    kind: 'note',
    tags: [],
    source: '',
    metadata: {},
    hash: '',
    key: null,
    occurredAt: null,
    createdAt: Date.UTC(2026, 0, 1),
    updatedAt: Date.UTC(2026, 0, 2),
    version: 1,
    recordedAt: 0,
    validFrom: 0,
    validTo: null,
    supersededBy: null,
    supersedes: null,
    passageCount: 1,
    ...parts,
  };
}

describe('a note', () => {
  it('is readable, with what there is to say and nothing else', () => {
    const memory = memoryOf({
      tags: ['moving', 'to do: soon'],
      source: 'chat',
      metadata: { project: 'house', cost: 400, kind: 'mine' },
      occurredAt: Date.UTC(2026, 4, 1),
    });
    expect(renderNote(memory, ['[[Anna]] · [[Acme]]'])).toBe(`---
memory_id: "${ID}"
kind: note
tags:
  - moving
  - "to do: soon"
source: chat
happened: "2026-05-01T00:00:00.000Z"
remembered: "2026-01-01T00:00:00.000Z"
revised: "2026-01-02T00:00:00.000Z"
memory_workspace: default
project: house
cost: 400
metadata: {"kind":"mine"}
---
We move in May.

<!-- zapomni: related; made anew with each change, write above this line -->
[[Anna]] · [[Acme]]
<!-- zapomni: end -->
`);
  });

  const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as JsonValue);
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1 }),
    fc.stringMatching(/^[-:#'"[\]{}|>&*!%@`, \n\r\ta-z0-9~]{1,30}$/),
    fc.constantFrom('---', '---\na: b\n---\ntext', '<!-- zapomni: related -->', '<!-- zapomni: end -->', 'true', '1'),
    fc.constant('x\n<!-- zapomni: related -->\n[[a]]\n<!-- zapomni: end -->'),
  );
  const wellFormed = (text: string) => text.toWellFormed();
  const arbitrary = fc.record({
    text: fc
      .array(anyText, { minLength: 1, maxLength: 4 })
      .map((parts) => wellFormed(parts.join('\n')).trim())
      .filter((text) => text !== ''),
    tags: fc.uniqueArray(
      anyText.map((tag) => wellFormed(tag).trim().slice(0, 50).toWellFormed().trim()).filter(Boolean),
      {
        maxLength: 4,
      },
    ),
    source: anyText.map(wellFormed),
    metadata: fc
      .dictionary(
        fc.oneof(anyText, fc.constantFrom('kind', 'tags', 'metadata', 'source', 'date')).map(wellFormed),
        json,
      )
      .map((metadata) => JSON.parse(JSON.stringify(metadata).toWellFormed()) as Memory['metadata']),
    occurredAt: fc.option(fc.integer({ min: 0, max: 4e12 })),
  });

  it('says all of a memory again when it is read, whatever it holds', () => {
    fc.assert(
      fc.property(arbitrary, fc.boolean(), (parts, hasLinks) => {
        const memory = memoryOf(parts);
        const note = readNote(renderNote(memory, hasLinks ? ['[[Anna]]'] : []));
        expect(note).not.toBeNull();
        expect(note?.id).toBe(ID);
        expect(note?.text).toBe(memory.text);
        const same = asRead(memory);
        expect(note && differing(note.facts, same.facts)).toEqual([]);
        expect(note?.facts.metadata).toEqual(memory.metadata);
        expect(note?.facts.source).toBe(memory.source);
        expect(note?.facts.occurredAt ?? null).toBe(same.facts.occurredAt);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps metadata of a name that has a meaning to the language', () => {
    const metadata = JSON.parse('{"__proto__": {"a": 1}, "constructor": "b"}') as Memory['metadata'];
    const note = readNote(renderNote({ ...memoryOf({}), metadata }, []));
    expect(JSON.stringify(note?.facts.metadata)).toBe(JSON.stringify(metadata));
  });

  it('without front matter is all text; the properties of a vault are metadata', () => {
    expect(readNote('Just this.\n')).toMatchObject({ id: null, text: 'Just this.', facts: { kind: 'note', tags: [] } });
    const vault = '---\r\nid: 2024-01\r\ntags: "#a, b"\r\nsource: [x, y]\r\nkind: Meeting Note\r\n---\r\nText\r\n';
    expect(readNote(vault)).toMatchObject({
      id: null,
      text: 'Text',
      facts: {
        kind: 'note',
        tags: ['a', 'b'],
        source: '',
        metadata: { id: '2024-01', source: ['x', 'y'], kind: 'Meeting Note' },
      },
    });
  });

  it.each(['---\na: [1\n---\ntext', '---\n- a\n---\ntext', '---\na: 1\na: 2\n---\ntext'])(
    'with broken front matter says nothing: %j',
    (content) => expect(readNote(content)).toBeNull(),
  );

  it('keeps what somebody wrote into or below the generated section', () => {
    const content = renderNote(memoryOf(), ['[[Anna]]', 'Superseded by: [[b]]']);
    const written = content.replace('[[Anna]]', 'Call Anna.\n[[Anna]]').concat('More below.\n');
    expect(readNote(written)?.text).toBe('We move in May.\n\nCall Anna.\n\nMore below.');
  });

  it('gets its id and is otherwise left as it is', () => {
    expect(withId('Text\n', ID)).toBe(`---\nmemory_id: ${ID}\n---\nText\n`);
    const vault = '---\ntitle: A # comment\n\nbody: |\n  one\n\n  two\n---\n\nText\n';
    expect(withId(vault, ID)).toBe(vault.replace('---\n', `---\nmemory_id: ${ID}\n`));
    const other = withId(withId(vault, 'aaaaaaaa-0000-7000-8000-000000000000'), ID);
    expect(other).toBe(withId(vault, ID));
    expect(readNote(withId('---\r\na: 1\r\n---\r\nText', ID))).toMatchObject({ id: ID, text: 'Text' });
  });

  it('gets other links and is otherwise left as it is', () => {
    const vault = '---\ntitle: A # comment\n---\n\nText  \nmore\n';
    const linked = withLinks(vault, ['[[Anna]]']);
    expect(linked.startsWith(vault)).toBe(true);
    expect(readNote(linked)?.text).toBe('Text  \nmore');
    expect(withLinks(linked, ['[[Bob]]'])).toBe(linked.replace('Anna', 'Bob'));
    expect(withLinks(linked, [])).toBe(vault);
    const written = linked.replace('[[Anna]]', '[[Anna]]\nCall her.');
    expect(readNote(withLinks(written, ['[[Bob]]']))?.text).toBe('Text  \nmore\n\nCall her.');
    expect(withLinks(renderNote(memoryOf(), []), ['[[Anna]]'])).toBe(renderNote(memoryOf(), ['[[Anna]]']));
  });

  it('that lost against another edit is no memory', () => {
    const copy = readNote(renderConflictCopy(memoryOf(), 'why'));
    expect(copy).toMatchObject({ id: null, isConflictCopy: true, text: 'We move in May.' });
  });
});

describe('the name of a note', () => {
  const free = () => false;
  it.each([
    ['# Moving: the plan!\n\nWe move in May.', 'moving-the-plan-1b0c9d8e.md'],
    ['CON', 'con-1b0c9d8e.md'],
    ['../../etc/passwd', 'etc-passwd-1b0c9d8e.md'],
    ['***', 'note-1b0c9d8e.md'],
    ['Čaj и мёд', 'čaj-и-мёд-1b0c9d8e.md'],
  ])('of %j is %s', (preview, name) => expect(noteName({ id: ID, preview }, free)).toBe(name));

  it('fits every system, whatever the text is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (preview) => {
        const name = noteName({ id: ID, preview: preview.toWellFormed() }, free);
        expect(name).toMatch(/^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}-]*\.md$/u);
        expect(Buffer.byteLength(name)).toBeLessThan(200);
        expect(Buffer.byteLength(conflictName(name, '2026-01-01', 'abcdef'))).toBeLessThan(255);
      }),
    );
    expect(noteName({ id: ID, preview: '字'.repeat(300) }, free)).toBe(`${'字'.repeat(50)}-1b0c9d8e.md`);
  });

  it('is another one where it is taken, in any spelling', () => {
    const taken = new Set([nameKey('TEA-1B0C9D8E.md')]);
    expect(noteName({ id: ID, preview: 'Tea' }, (key) => taken.has(key))).toBe('tea-9d7e3f2a1b0c9d8e.md');
  });
});
