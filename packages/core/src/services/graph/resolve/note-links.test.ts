import { describe, expect, it } from 'vitest';
import type { MemoryToRead } from '../../../ports/index.ts';
import type { VoteDeps } from '../votes/vote-records.ts';
import { resolveMemory } from './resolve-memory.ts';

const deps = {
  storage: { graph: { named: async () => [] }, records: { get: async () => [] } },
} as unknown as VoteDeps;
const RULES = { mode: 'full', minConfidence: 0.5 } as const;
const NOTE = { entity: 'Ada', entity_type: 'note', aliases: ['Countess', 5] };

function memory(text: string, metadata: MemoryToRead['metadata'] = NOTE): MemoryToRead {
  const half = Math.floor(text.length / 2);
  const passages = [
    { id: 1, start: 0, end: Math.min(text.length, half + 40) },
    { id: 2, start: Math.max(0, half - 40), end: text.length },
  ];
  const times = { occurredAt: null, validFrom: 7, validTo: null, rules: null };
  return { workspace: 'default', memoryId: 'm', version: 1, source: '', metadata, text, passages, ...times };
}

async function linksOf(text: string, metadata?: MemoryToRead['metadata']) {
  const { relations } = await resolveMemory(deps, memory(text, metadata), [], RULES);
  return relations.map(({ from, type, to, start, end }) => [from.id, type, to.name, text.slice(start, end)]);
}

describe('links of a note', () => {
  it('are relations of the note, where they stand', async () => {
    const text = 'Knows [[Charles Babbage#Engine|Charles]].\n\nSee [[People/Mary.md]] and [[Node.js]].';
    expect(await linksOf(text)).toEqual([
      ['note:ada', 'LINKS_TO', 'Charles Babbage', '[[Charles Babbage#Engine|Charles]]'],
      ['note:ada', 'LINKS_TO', 'Mary', '[[People/Mary.md]]'],
      ['note:ada', 'LINKS_TO', 'Node.js', '[[Node.js]]'],
    ]);
  });

  it('have the type that a list of relations gives them', async () => {
    const text = '- requires [[Grinding]] (always)\n- "based on" [[A Talk]]\n- see also [[Tea]]\n';
    const types = (links: unknown[][]) => links.map(([, type, to]) => [type, to]);
    expect(types(await linksOf(text, { ...NOTE, relations: [{ type: 'requires', target: 'Grinding' }] }))).toEqual([
      ['REQUIRES', 'Grinding'],
      ['BASED_ON', 'A Talk'],
      ['LINKS_TO', 'Tea'],
    ]);
    expect(types(await linksOf(text))).toEqual([
      ['LINKS_TO', 'Grinding'],
      ['LINKS_TO', 'A Talk'],
      ['LINKS_TO', 'Tea'],
    ]);
  });

  it('are none in code, to pictures, to the note itself, and in what is no note', async () => {
    expect(await linksOf('`[[Code]]`, ![[Portrait.png]], [[ADA]], [[…]]\n```\n[[Fenced]]\n```\n')).toEqual([]);
    expect(await linksOf('Knows [[Charles]].', {})).toEqual([]);
  });

  it('make one thing with what the text names otherwise', async () => {
    const text = 'Charles Babbage made it: [[charles babbage]].';
    const entity = { type: 'person', name: 'Charles Babbage', start: 0, end: 15, confidence: 0.9 };
    const { things, relations } = await resolveMemory(
      deps,
      memory(text),
      [{ entities: [entity], relations: [] }],
      RULES,
    );
    expect(things.map(({ id }) => id).toSorted()).toEqual(['note:ada', 'person:charles babbage']);
    expect(relations.map(({ to }) => to.id)).toEqual(['person:charles babbage']);
    expect([...(things.find(({ id }) => id === 'note:ada')?.aliases ?? [])]).toEqual(['Countess']);
  });
});
