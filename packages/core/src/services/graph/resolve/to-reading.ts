/** What one memory says, in the form that the store takes. */
import type { EntityDraft } from '../../../model/index.ts';
import type { MemoryToRead, Reading, ReadMention } from '../../../ports/index.ts';
import type { Resolved } from './resolve-memory.ts';
import type { Thing } from './thing.ts';

const MOST_ALIASES = 20;

export function toReading(memory: MemoryToRead, { things, relations }: Resolved): Reading {
  const places = new Map(things.map((thing, i) => [thing, i]));
  return {
    workspace: memory.workspace,
    memoryId: memory.memoryId,
    version: memory.version,
    entities: things.map(toDraft),
    mentions: things.flatMap((thing, i) => toMentions(memory, thing, i)),
    relations: relations.map(({ from, to, ...relation }) => ({
      ...relation,
      source: places.get(from) as number,
      target: places.get(to) as number,
    })),
  };
}

function toDraft({ type, name, aliases }: Thing): EntityDraft {
  return { type, name, ...(aliases.size > 0 ? { aliases: [...aliases].slice(0, MOST_ALIASES) } : {}) };
}

function toMentions(memory: MemoryToRead, { places }: Thing, entity: number): ReadMention[] {
  const mentions = new Map(
    places.map(({ passage, start, end }) => {
      const passageId = memory.passages[passage]?.id as number;
      return [`${passageId} ${start} ${end}`, { entity, passageId, start, end }] as const;
    }),
  );
  return [...mentions.values()];
}
