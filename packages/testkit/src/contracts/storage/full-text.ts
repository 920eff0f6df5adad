import { expect } from 'vitest';
import { verifies } from '../../verifies.ts';
import { addOne, findByWords, memory, NOW, WORKSPACE, type Clause } from './fixtures.ts';

const TEXTS = {
  'NUL bytes': 'before\0after\0',
  emoji: 'family 👨‍👩‍👧‍👦 flag 🇨🇿 end',
  'NFD and NFC': 'cafe\u0301 café',
  'line ends': 'one\r\ntwo\rthree\nfour\u2028five',
  'byte order mark': '\ufeffmarked',
  'control characters': '\u0001\u0002\u001b[31m\u007f\u009f',
  'private and unassigned': '\ue000\u{10ffff}\ufffd\uffff',
  'SQL and quotes': `'; DROP TABLE memories; -- "\\`,
};

export function fullTextClauses(clause: Clause): void {
  clause('text comes back exactly, whatever it holds', async (harness) => {
    verifies('D005');
    const given = Object.values(TEXTS).map((text) => memory(text));
    const stored = await harness.storage.memories.add(given, NOW);
    const again = await harness.reopen();
    const ids = given.map((one) => one.id);
    const found = await again.memories.get(WORKSPACE, ids);
    const passages = await again.memories.passages(stored.flatMap((one) => one.passageIds));
    for (const [i, [name, text]] of Object.entries(TEXTS).entries()) {
      expect(found[i]?.text, name).toBe(text);
      expect(passages[i], name).toMatchObject({ memoryId: ids[i], ordinal: 0, text });
    }
  });

  clause('half a surrogate pair is refused and nothing is stored', async ({ storage }) => {
    const broken = memory('half \ud83d pair');
    await expect(storage.memories.add([broken], NOW)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      issues: [{ field: 'text' }],
    });
    expect((await storage.memories.list({ workspace: WORKSPACE, limit: 5 })).total).toBe(0);
  });

  clause('passages are cut at their offsets, overlaps included', async ({ storage }) => {
    const text = 'Ďábel žije 👾 v detailech, říká se.';
    const passages = [
      { start: 0, end: 10 },
      { start: 6, end: 13 },
      { start: 11, end: text.length },
    ];
    const stored = await addOne(storage, memory(text, { passages }));
    const found = await storage.memories.passages(stored.passageIds.toReversed());
    expect(found.map((one) => one.ordinal)).toEqual([2, 1, 0]);
    for (const one of found) expect(one.text).toBe(text.slice(one.start, one.end));
  });

  clause('a passage that would split a character holds all of it', async ({ storage }) => {
    const text = 'a👾b';
    const passages = [
      { start: 0, end: 2 },
      { start: 2, end: 4 },
    ];
    const stored = await addOne(storage, memory(text, { passages }));
    const found = await storage.memories.passages(stored.passageIds);
    expect(found.map((one) => one.text)).toEqual(['a👾', '👾b']);
    expect(found.map((one) => [one.start, one.end])).toEqual([
      [0, 3],
      [1, 4],
    ]);
  });

  clause('passages that do not exist are left out', async ({ storage }) => {
    const stored = await addOne(storage, memory('here'));
    const found = await storage.memories.passages([999_999, ...stored.passageIds]);
    expect(found.map((one) => one.text)).toEqual(['here']);
  });

  clause('ten million characters are stored, found and returned', async (harness) => {
    verifies('D004', 'D005');
    const line = 'Příliš žluťoučký kůň úpěl ďábelské ódy number ';
    const lines: string[] = [];
    for (let length = 0, i = 0; length < 10_000_000; i++) {
      lines.push(`${line}${i}\n`);
      length += (lines.at(-1) as string).length;
    }
    const text = lines.join('').slice(0, 10_000_000);
    const passages = Array.from({ length: 6000 }, (_, i) => ({
      start: Math.floor((i * text.length) / 6000),
      end: Math.floor(((i + 1) * text.length) / 6000),
    }));
    const given = memory(text, { passages });
    const stored = await addOne(harness.storage, given);
    expect(await findByWords(harness.storage, 'number 123456', { k: 1 })).toEqual([given.id]);
    const again = await harness.reopen();
    const [found] = await again.memories.get(WORKSPACE, [given.id]);
    expect(found?.text === text).toBe(true);
    const [last] = await again.memories.passages(stored.passageIds.slice(-1));
    expect(last?.text).toBe(text.slice(passages.at(-1)?.start));
    const receipt = await again.memories.remove(WORKSPACE, [given.id], NOW);
    expect(receipt).toEqual({
      memories: 1,
      passages: 6000,
      versions: 0,
      mentions: 0,
      relations: 0,
      entities: 0,
      records: 0,
      bytes: Buffer.byteLength(text),
    });
  });
}
