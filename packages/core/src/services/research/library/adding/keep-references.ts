/** What a paper cites and where, as it is kept; and as `CITES` in the graph, with the sentences that cite as the evidence. */
import type { RecordWrite, RelationDraft } from '../../../../ports/index.ts';
import { LONGEST_NAME } from '../../../../model/index.ts';
import type { Deps } from '../../../deps.ts';
import { cutText } from '../../../documents/document-record.ts';
import { contextsOf, papersOf, referencesOf } from '../store/index.ts';
import type { KeptPaper } from '../store/paper-record.ts';
import { PART, type CitationContext, type PaperReference } from '../store/reference-record.ts';

const MOST_RAW = 2000;

export interface CitationFindings {
  readonly references: readonly PaperReference[];
  readonly contexts: readonly CitationContext[];
  /** The document whose text has them; empty where a source gave the list. */
  readonly document: string;
}

/** Replaces what was there: parts that are left over from a longer list go. */
export async function keepReferences(
  deps: Deps,
  workspace: string,
  paper: string,
  { references, contexts, document }: CitationFindings,
): Promise<void> {
  const byNumber = new Map(references.map((one) => [one.n, one.cited]));
  const known = new Set<string>();
  const lists = parts(references).map((part, i): RecordWrite => {
    const value = { paper, part: i, cited: citedFirst(part, known), references: part.map(shortened) };
    return referencesOf(deps).writeFor(`${paper}.${i}`, value, { parent: paper });
  });
  const sentences = parts(contexts).map((part, i): RecordWrite => {
    const cited = [...new Set(part.flatMap((one) => one.references.flatMap((n) => byNumber.get(n) ?? [])))];
    return contextsOf(deps).writeFor(
      `${paper}.${i}`,
      { paper, part: i, document, cited, contexts: part },
      { parent: paper },
    );
  });
  const gone = await leftOver(deps, workspace, paper, { lists: lists.length, sentences: sentences.length });
  const writes = [...gone, ...lists, ...sentences];
  if (writes.length > 0) await deps.storage.records.write(workspace, writes, deps.clock.now());
}

function parts<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / PART) }, (_, i) => items.slice(i * PART, (i + 1) * PART));
}

/** Once in the whole list, so that a paper is cited by as many papers as name it. */
function citedFirst(references: readonly PaperReference[], known: Set<string>): string[] {
  const cited = new Set(references.flatMap((one) => one.cited ?? []));
  const first = [...cited].filter((id) => !known.has(id));
  for (const id of first) known.add(id);
  return first;
}

function shortened(reference: PaperReference): PaperReference {
  return { ...reference, raw: reference.raw === null ? null : cutText(reference.raw, MOST_RAW) };
}

async function leftOver(
  deps: Deps,
  workspace: string,
  paper: string,
  kept: { readonly lists: number; readonly sentences: number },
): Promise<RecordWrite[]> {
  const query = { index: 'by_paper' as const, where: { paper }, limit: 500 };
  const [lists, sentences] = await Promise.all([
    referencesOf(deps).list(workspace, query),
    contextsOf(deps).list(workspace, query),
  ]);
  return [
    ...lists.items.filter(({ value }) => value.part >= kept.lists).map(({ key }) => referencesOf(deps).deletionOf(key)),
    ...sentences.items
      .filter(({ value }) => value.part >= kept.sentences)
      .map(({ key }) => contextsOf(deps).deletionOf(key)),
  ];
}

const TYPE = 'paper';

/** An entity of the graph for a paper: its title, and by its citekey. */
function entityOf({ value }: KeptPaper) {
  const name = cutText(value.item.title ?? value.citekey ?? '', LONGEST_NAME).trim();
  return name === '' ? null : { name, type: TYPE, aliases: value.citekey === null ? [] : [value.citekey] };
}

export interface Citing {
  readonly references: readonly PaperReference[];
  readonly contexts: readonly CitationContext[];
  /** The text in which the sentences stand; null where a source gave the list alone. */
  readonly memory: string | null;
}

/** Of a work that is cited on every page so many sentences are enough. */
const MOST_PLACES = 10;

/**
 * Who cites whom, as relations; the sentences that cite are their evidence. What is not in the library is not in the graph. Asserting one again
 * changes nothing.
 */
export async function relateCitations(
  deps: Deps,
  workspace: string,
  paper: KeptPaper,
  { references, contexts, memory }: Citing,
): Promise<number> {
  const byPaper = Map.groupBy(
    references.filter(({ cited }) => cited !== null),
    ({ cited }) => cited ?? '',
  );
  const cited = await papersOf(deps).getMany(workspace, [...byPaper.keys()]);
  const source = entityOf(paper);
  const targets = cited.flatMap((one) => {
    const entity = entityOf(one);
    return entity ? [{ entity, references: byPaper.get(one.key) ?? [] }] : [];
  });
  if (!source || targets.length === 0) return 0;
  const now = deps.clock.now();
  const { graph } = deps.storage;
  const entities = [source, ...targets.map(({ entity }) => entity)];
  const [self = '', ...others] = await graph.assertEntities(workspace, entities, now);
  const memoryId = memory ?? paper.value.texts[0] ?? paper.value.memory;
  const relations = targets.flatMap((target, i): RelationDraft[] => {
    const confidence = Math.max(0.01, ...target.references.map((one) => one.confidence));
    const draft = { source: self, type: 'CITES', target: others[i] ?? self, confidence, validFrom: now, validTo: null };
    const places = memory === null ? [] : placesOf(target.references, contexts);
    if (draft.target === self) return [];
    return places.length === 0
      ? [{ ...draft, memoryId }]
      : places.map((place) => ({ ...draft, memoryId: memory, place }));
  });
  if (relations.length > 0) await graph.assertRelations(workspace, relations, now);
  return relations.length;
}

function placesOf(references: readonly PaperReference[], contexts: readonly CitationContext[]) {
  const numbers = new Set(references.map(({ n }) => n));
  return contexts
    .filter((context) => context.references.some((n) => numbers.has(n)))
    .slice(0, MOST_PLACES)
    .map(({ start, end }) => ({ start, end }));
}
