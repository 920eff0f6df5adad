/** What a paper cites and where, as it is kept; and as `CITES` in the graph, with the sentences that cite as the evidence. */
import { toZapomniError } from '../../../../errors/index.ts';
import type { RecordWrite, RelationDraft } from '../../../../ports/index.ts';
import { LONGEST_NAME } from '../../../../model/index.ts';
import type { Deps } from '../../../deps.ts';
import { cutText } from '../../../documents/document-record.ts';
import { sameJson } from '../keep/same-json.ts';
import { contextsOf, papersOf, referencesOf } from '../store/index.ts';
import type { KeptPaper } from '../store/paper-record.ts';
import { PART, partKey, type CitationContext, type PaperReference } from '../store/reference-record.ts';

const MOST_RAW = 2000;
/** How often a paper may be changed by somebody else just as its list is kept. */
const ATTEMPTS = 4;

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
  const listed = parts(references).map((part, i) => ({
    paper,
    part: i,
    cited: citedFirst(part, known),
    references: part.map(shortened),
  }));
  const lists = listed.map((value) =>
    referencesOf(deps).writeFor(partKey(paper, value.part), value, { parent: paper }),
  );
  const sentences = parts(contexts).map((part, i): RecordWrite => {
    const cited = [...new Set(part.flatMap((one) => one.references.flatMap((n) => byNumber.get(n) ?? [])))];
    return contextsOf(deps).writeFor(
      partKey(paper, i),
      { paper, part: i, document, cited, contexts: part },
      { parent: paper },
    );
  });
  const before = await keptParts(deps, workspace, paper);
  const gone = leftOver(deps, before, { lists: lists.length, sentences: sentences.length });
  const isSame = sameJson(
    before.lists.map(({ value }) => value),
    listed,
  );
  const writes = [...gone, ...lists, ...sentences];
  if (writes.length === 0) return;
  if (isSame) await deps.storage.records.write(workspace, writes, deps.clock.now());
  else await writeWithPaper(deps, workspace, paper, writes);
}

/** The paper has changed too: whoever writes of it, as its note does, has to look again. */
async function writeWithPaper(
  deps: Deps,
  workspace: string,
  key: string,
  writes: readonly RecordWrite[],
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const changed = await changedPaper(deps, workspace, key);
    try {
      await deps.storage.records.write(workspace, [...writes, ...changed], deps.clock.now());
      return;
    } catch (error) {
      // Somebody else has changed it meanwhile: their word stays.
      if (attempt === ATTEMPTS || toZapomniError(error).code !== 'CONFLICT') throw error;
    }
  }
}

async function changedPaper(deps: Deps, workspace: string, key: string): Promise<RecordWrite[]> {
  const paper = await papersOf(deps).get(workspace, key);
  if (!paper) return [];
  const value = { ...paper.value, updated_at: deps.clock.now() };
  return [papersOf(deps).writeFor(key, value, { ifVersion: paper.version })];
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

type KeptParts = Awaited<ReturnType<typeof keptParts>>;

async function keptParts(deps: Deps, workspace: string, paper: string) {
  const query = { index: 'by_paper' as const, where: { paper }, limit: 500 };
  const [lists, sentences] = await Promise.all([
    referencesOf(deps).list(workspace, query),
    contextsOf(deps).list(workspace, query),
  ]);
  return { lists: lists.items, sentences: sentences.items };
}

function leftOver(
  deps: Deps,
  { lists, sentences }: KeptParts,
  kept: { readonly lists: number; readonly sentences: number },
): RecordWrite[] {
  return [
    ...lists.filter(({ value }) => value.part >= kept.lists).map(({ key }) => referencesOf(deps).deletionOf(key)),
    ...sentences.filter(({ value }) => value.part >= kept.sentences).map(({ key }) => contextsOf(deps).deletionOf(key)),
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
