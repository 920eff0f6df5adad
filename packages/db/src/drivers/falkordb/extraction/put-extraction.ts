/** What one memory says, in the place of what was read from it before. */
import { relationId } from '@zapomni/core/model';
import type { Reading } from '@zapomni/core/ports';
import { checkReading, type ReadText } from '../../../shared/check-reading.ts';
import { placeOf } from '../memories/passage-ids.ts';
import type { MentionPlace } from '../graph/apply.ts';
import type { GraphEdit } from '../graph/edit.ts';
import { nameEntities } from '../graph/names.ts';
import { NEVER, type EvidenceRow } from '../graph/rows.ts';

interface ReadMemory {
  readonly length: number;
  readonly validTo: number;
  readonly isUnread: boolean;
  readonly loose: readonly string[];
  readonly passages: ReadonlySet<number>;
}

type NewEvidence = Omit<EvidenceRow, 'n' | 'recordedTo' | 'previous'>;

const MEMORY = `MATCH (m:Memory {id: $id}) WHERE m.textVersion = $version
  OPTIONAL MATCH (m)-[:HAS]->(p:Passage) RETURN m.length, m.validTo, m.unread, m.loose, collect(p.n)`;

const MENTIONS = `MATCH (m:Memory {id: $id}) WITH m MATCH (m)-[:HAS]->(p) WITH p MATCH (p)-[x:MENTIONS]->(e)
  RETURN p.n, x.s, x.e, e.id`;

/** False when the memory is gone or has another text by now. */
export async function putReading(edit: GraphEdit, reading: Reading, at: number): Promise<boolean> {
  const [memory, mentions, evidence] = await Promise.all([
    readMemory(edit, reading),
    readMentions(edit, reading),
    edit.evidence('memory', [reading.memoryId]),
  ]);
  if (!memory) return false;
  checkReading(reading, textOf(memory, edit.graph));
  const ids = await nameEntities(edit, reading.entities, { memory: reading.memoryId, at });
  putMentions(edit, mentions, { reading, ids });
  putEvidence(edit, evidence, (from) => wantedEvidence(memory, { reading, ids }, from), at);
  edit.mayBeOrphans([...ids, ...memory.loose]);
  if (memory.isUnread) edit.takeOff(reading.memoryId);
  return true;
}

async function readMemory(edit: GraphEdit, { memoryId: id, version }: Reading): Promise<ReadMemory | undefined> {
  const [row] = await edit.store.read(edit.graph, MEMORY, { id, version });
  if (!row) return undefined;
  const [length, validTo, unread, loose, passages] = row as [number, number | null, number, string[], number[]];
  return { length, validTo: validTo ?? NEVER, isUnread: unread === 1, loose, passages: new Set(passages) };
}

async function readMentions(edit: GraphEdit, { memoryId: id }: Reading): Promise<MentionPlace[]> {
  const rows = await edit.store.read(edit.graph, MENTIONS, { id });
  return rows.map((row) => {
    const [p, start, end, entity] = row as [number, number, number, string];
    return { p, start, end, entity };
  });
}

/** A reading, and the ids of its entities. */
interface Said {
  readonly reading: Reading;
  readonly ids: readonly string[];
}

function putMentions(edit: GraphEdit, before: readonly MentionPlace[], { reading, ids }: Said): void {
  const places = reading.mentions.map(({ passageId, start, end, entity }): MentionPlace => {
    return { p: placeOf(passageId).n, start, end, entity: ids[entity] as string };
  });
  const known = new Set(before.map(keyOf));
  const wanted = new Map(places.map((place) => [keyOf(place), place]));
  for (const place of before) {
    if (wanted.has(keyOf(place))) continue;
    edit.unmention(place);
    edit.mayBeOrphans([place.entity]);
  }
  for (const [key, place] of wanted) if (!known.has(key)) edit.mention(place);
}

function keyOf({ p, start, end, entity }: MentionPlace): string {
  return `${p} ${start} ${end} ${entity}`;
}

/** Evidence that stays keeps its record. `wantedFrom` is told when it is learned. */
function putEvidence(
  edit: GraphEdit,
  all: readonly EvidenceRow[],
  wantedFrom: (at: number) => ReadonlyMap<string, NewEvidence>,
  at: number,
): void {
  const before = all.filter(({ asserted }) => !asserted);
  const now = before.reduce((latest, row) => Math.max(latest, row.recordedAt), at);
  const wanted = wantedFrom(now);
  const known = new Set(before.map(sameness));
  for (const row of before) if (!wanted.has(sameness(row))) edit.withdraw(row, now);
  for (const [key, row] of wanted) if (!known.has(key)) edit.addEvidence(row);
}

/** By what makes two pieces the same; one for each place of a relation, the most certain. */
function wantedEvidence(memory: ReadMemory, { reading, ids }: Said, at: number): Map<string, NewEvidence> {
  const byPlace = new Map<string, NewEvidence>();
  for (const { source, type, target, start, end, confidence, validFrom, validTo } of reading.relations) {
    const until = Math.min(validTo ?? NEVER, memory.validTo);
    if (until <= validFrom) continue;
    const row: NewEvidence = {
      rel: relationId(ids[source] as string, type, ids[target] as string),
      memory: reading.memoryId,
      asserted: false,
      version: reading.version,
      start,
      end,
      confidence,
      validFrom,
      validTo: until,
      recordedAt: at,
    };
    const place = `${row.rel}\t${start}\t${end}`;
    const other = byPlace.get(place);
    if (!other || other.confidence < confidence) byPlace.set(place, row);
  }
  return new Map([...byPlace.values()].map((row) => [sameness(row), row]));
}

function sameness(row: NewEvidence): string {
  return [row.rel, row.version, row.start, row.end, row.confidence, row.validFrom, row.validTo].join('\t');
}

function textOf({ length, passages }: ReadMemory, graph: number): ReadText {
  return {
    length,
    hasPassage: (id) => {
      const place = placeOf(id);
      return place.graph === graph && passages.has(place.n);
    },
  };
}
