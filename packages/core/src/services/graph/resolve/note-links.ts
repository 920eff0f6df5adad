/**
 * Links of a note: what it links to is named where the link stands, and related to the note by what the link says it is. A
 * note is a memory that names its subject; of other memories links say nothing, for nobody knows what links there.
 */
import { relationType, wikiLinksIn, type JsonValue, type WikiLink } from '../../../model/index.ts';
import type { MemoryToRead } from '../../../ports/index.ts';
import type { ThingRelation } from './resolve-memory.ts';
import { isNameable, Thing } from './thing.ts';
import { validityOf } from './valid-time.ts';

const NOTE = 'note';
const LINKS_TO = 'LINKS_TO';
const MOST_LINKS = 500;
/** Finds of an extraction have numbers from 0, and the subject has -1. */
const FIRST = -2;

export interface NoteLink {
  readonly thing: Thing;
  readonly type: string;
  readonly start: number;
  readonly end: number;
  /** By which its thing is found again, whatever became of it. */
  readonly passage: number;
  readonly found: number;
}

export function linksIn(memory: MemoryToRead): NoteLink[] {
  const isTyped = Array.isArray(memory.metadata['relations']);
  return wikiLinksIn(memory.text)
    .slice(0, MOST_LINKS)
    .flatMap((link, i) => toNoteLink(memory, link, { isTyped, found: FIRST - i }) ?? []);
}

/** Null for what is no note, such as a picture, and for what cannot have an entity's name. */
function toNoteLink(
  { passages }: MemoryToRead,
  { target, type, start, end }: WikiLink,
  { isTyped, found }: { readonly isTyped: boolean; readonly found: number },
): NoteLink | null {
  const file = target.slice(target.lastIndexOf('/') + 1);
  const name = file.replace(/\.(?:md|markdown)$/i, '').trim();
  const passage = passages.findIndex((span) => span.start <= start && end <= span.end);
  if (passage < 0 || ATTACHMENT.test(name) || !isNameable({ name, type: NOTE })) return null;
  const thing = new Thing({ name, type: NOTE });
  thing.places.push({ passage, found, start, end, confidence: 1 });
  const said = isTyped && type !== null ? relationType(type) : '';
  return { thing, type: said === '' ? LINKS_TO : said, start, end, passage, found };
}

const ATTACHMENT =
  /\.(?:png|jpe?g|gif|svg|webp|bmp|avif|pdf|mp3|wav|m4a|ogg|flac|mp4|mov|webm|mkv|canvas|base|csv|xlsx|docx|pptx|zip)$/i;

/** The things are found as what they have become. */
export function relateLinks(
  memory: MemoryToRead,
  links: readonly NoteLink[],
  thingAt: (passage: number, found: number) => Thing | undefined,
): ThingRelation[] {
  const validity = validityOf({}, memory);
  const from = thingAt(0, -1);
  if (!validity || !from) return [];
  return links.flatMap(({ type, start, end, passage, found }) => {
    const to = thingAt(passage, found);
    return !to || to.id === from.id ? [] : [{ from, to, type, start, end, confidence: 1, ...validity }];
  });
}

/** Other names that the note says it has. */
export function aliasesIn({ metadata: { aliases } }: Pick<MemoryToRead, 'metadata'>): string[] {
  const given: JsonValue[] = Array.isArray(aliases) ? aliases : [aliases ?? null];
  return given.filter((alias) => typeof alias === 'string');
}
