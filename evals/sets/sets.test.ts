/** Our own sets are whole: what questions name exists, and each says enough to be asked. */
import { describe, expect, it } from 'vitest';
import { findPacks, readPack } from '../lib/pack.ts';

const now = new Date('2026-11-16T01:30:00Z');

describe.each([...findPacks([import.meta.dirname])])('%s', (_name, folder) => {
  const pack = readPack(folder, { now });
  const groupOf = new Map(pack.memories.map((memory) => [memory.id, memory.group]));

  it('has distinct ids and texts', () => {
    expect(groupOf.size).toBe(pack.memories.length);
    expect(new Set(pack.memories.map(({ text }) => text)).size).toBe(pack.memories.length);
    expect(new Set(pack.questions.map(({ id }) => id)).size).toBe(pack.questions.length);
  });

  it('asks for memories that are there, in the group that is asked', () => {
    for (const { group, rel, forbidden } of pack.questions) {
      for (const id of [...Object.keys(rel), ...forbidden]) expect(groupOf.get(id), id).toBe(group);
    }
  });

  it('has corrections after what they correct, and no memory from the future', () => {
    for (const [i, { supersedes, meta }] of pack.memories.entries()) {
      if (supersedes) expect(pack.memories.slice(0, i).map(({ id }) => id)).toContain(supersedes);
      if (meta?.timestamp) expect(Date.parse(String(meta.timestamp))).toBeLessThanOrEqual(now.getTime());
    }
  });

  it('can be sampled, the same each time', () => {
    const sample = () => readPack(folder, { now, sample: 5 }).questions.map(({ id }) => id);
    expect(sample()).toHaveLength(5);
    expect(sample()).toEqual(sample());
  });
});
