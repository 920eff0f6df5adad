/** A paper as it is remembered: title and abstract are the text, what else is known of it the metadata. */
import { PAPER_KIND, type JsonValue, type Metadata } from '../../../../model/index.ts';
import { identifierText, type BibliographicItem, type PartialDate } from '../../../../model/papers/index.ts';
import type { MemoryPatch, NewMemory } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import { cutText } from '../../../documents/document-record.ts';
import { checkTags } from '../../../memory/draft.ts';
import { prepareText } from '../../../memory/prepare-text.ts';
import type { PaperRecord } from '../store/paper-record.ts';
import { authorsOf, venueOf, yearOf } from './keys.ts';

const MOST_AUTHORS = 50;
const MOST_VALUE = 500;
const MOST_SOURCE = 2000;

/** One of which nothing is known is found by what it is called all the same. */
function memoryText({ title, abstract, identifiers }: BibliographicItem, citekey: string | null, most: number): string {
  const text = [title, abstract].flatMap((part) => part?.trim().toWellFormed() || []).join('\n\n');
  const called = [citekey ?? '', ...identifiers.map(identifierText)].filter((part) => part !== '');
  return cutText(text, most).trim() || called.join(' ') || 'Untitled';
}

export function nameOf({ family, given, particle, literal }: BibliographicItem['contributors'][number]): string {
  return family === undefined ? (literal ?? given ?? '') : [given, particle, family].filter(Boolean).join(' ');
}

/** By these a filter finds it, and the texts of its files have the same. */
function paperMetadata(id: string, record: Pick<PaperRecord, 'item' | 'citekey' | 'counts'>): Metadata {
  const { item, citekey, counts } = record;
  const [year, venue] = [yearOf(item), venueOf(item)];
  const authors = authorsOf(item).slice(0, MOST_AUTHORS).map(nameOf);
  const fields: Record<string, JsonValue> = { paper_id: id, type: item.type };
  if (citekey !== null) fields['citekey'] = citekey;
  if (year !== null) fields['year'] = year;
  if (venue !== null) fields['venue'] = cutText(venue, MOST_VALUE);
  if (authors.length > 0) fields['authors'] = authors.map((name) => cutText(name, MOST_VALUE));
  if (counts.cited_by !== null) fields['citations'] = counts.cited_by;
  return fields;
}

/** When it appeared; the first day of what was said. */
function occurredAt({ issued }: BibliographicItem): number | null {
  return issued ? momentOf(issued) : null;
}

function momentOf({ year, month = 1, day = 1, season }: PartialDate): number | null {
  if (year === undefined) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, season === undefined ? month - 1 : (SEASONS[season] ?? 0), day);
  const at = date.getTime();
  return Number.isNaN(at) ? null : at;
}

const SEASONS: Readonly<Record<number, number>> = { 1: 2, 2: 5, 3: 8, 4: 11 };

interface Facts extends Pick<NewMemory, 'kind' | 'tags' | 'source' | 'metadata' | 'occurredAt'> {}

/** Of the abstract, and of every text of the paper. */
export function paperFacts(id: string, record: PaperRecord): Facts {
  const { item, tags } = record;
  return {
    kind: PAPER_KIND,
    tags: checkTags(tags),
    source: cutText(sourceOf(item), MOST_SOURCE),
    metadata: paperMetadata(id, record),
    occurredAt: occurredAt(item),
  };
}

const ADDRESSES: Readonly<Record<string, string>> = {
  doi: 'https://doi.org/',
  arxiv: 'https://arxiv.org/abs/',
  url: '',
};

function sourceOf({ identifiers }: BibliographicItem): string {
  for (const [scheme, address] of Object.entries(ADDRESSES)) {
    const found = identifiers.find((id) => id.scheme === scheme);
    if (found) return address + found.value;
  }
  return '';
}

export async function newPaperMemory(
  deps: Deps,
  workspace: string,
  { id, memory, record }: { readonly id: string; readonly memory: string; readonly record: PaperRecord },
): Promise<NewMemory> {
  const facts = paperFacts(id, record);
  const text = await prepareText(deps, memoryText(record.item, record.citekey, deps.config.max_text_length));
  const validFrom = facts.occurredAt ?? deps.clock.now();
  return { id: memory, workspace, ...text, ...facts, key: null, validFrom, supersedes: null };
}

/** What of the memory is otherwise than the paper says now; null where nothing is. */
export async function paperPatch(
  deps: Deps,
  id: string,
  before: PaperRecord,
  now: PaperRecord,
): Promise<MemoryPatch | null> {
  const most = deps.config.max_text_length;
  const [was, is] = [paperFacts(id, before), paperFacts(id, now)];
  const text = memoryText(now.item, now.citekey, most);
  const other = text !== memoryText(before.item, before.citekey, most);
  if (!other && JSON.stringify(was) === JSON.stringify(is)) return null;
  const { tags, source, metadata, occurredAt: at } = is;
  return { ...(other ? { text: await prepareText(deps, text) } : {}), tags, source, metadata, occurredAt: at };
}
