/**
 * Takes over a graph, a portion at a time. Nothing is ever added twice: the store refuses a second record of the same
 * thing, so that an import that was interrupted, or run again, adds what is missing. A name that comes twice is one entity
 * with the observations of both.
 */
import { ZapomniError } from '../../errors/index.ts';
import type { Added } from '../memory/add-memories.ts';
import type { KnowledgeItem } from './lines.ts';
import { loadGraph, type KnowledgeApp } from './load-graph.ts';
import { projectEntities, projectRelations } from './project.ts';
import { entityDraft, observationDraft, relationDraft, type EntityFacts, type RecordDraft } from './records.ts';

export interface NumberedItem {
  readonly line: number;
  readonly item: KnowledgeItem;
}

export interface ImportCounts {
  entities: number;
  observations: number;
  relations: number;
  /** What was there already. */
  known: number;
  /** Left out, because the user has forgotten it. */
  forgotten: number;
}

/** Something about a line that the user should know; `lost` when what it says was not kept. */
export interface LineNote {
  readonly line: number;
  readonly note: string;
  readonly lost: boolean;
}

const COUNTED = { entity: 'entities', observation: 'observations', relation: 'relations' } as const;

export class KnowledgeImport {
  readonly counts: ImportCounts = { entities: 0, observations: 0, relations: 0, known: 0, forgotten: 0 };
  readonly notes: LineNote[] = [];
  /** All vectors are in place; otherwise they follow in the background. */
  embedded = true;
  readonly #app: KnowledgeApp;
  readonly #workspace: string;
  readonly #bringsBack: boolean;
  /** By key: a portion that was refused is gone through again. */
  readonly #forgotten = new Set<string>();
  /** Type by name; null until the store has been asked. */
  #types: Map<string, string> | null = null;

  /** `bringsBack`: also what the user has forgotten. */
  constructor(app: KnowledgeApp, workspace: string, bringsBack: boolean) {
    this.#app = app;
    this.#bringsBack = bringsBack;
    this.#workspace = workspace;
  }

  /** Durable when it returns. An item that cannot be kept is noted, and the others are. */
  async add(items: readonly NumberedItem[]): Promise<void> {
    this.#types ??= await this.#knownTypes();
    const drafts = new Map<string, RecordDraft>();
    for (const { line, item } of items)
      for (const draft of await this.#draftsOf(line, item)) drafts.set(draft.key, drafts.get(draft.key) ?? draft);
    await this.#store(items, await this.#remembered([...drafts.values()]));
  }

  async #remembered(drafts: readonly RecordDraft[]): Promise<RecordDraft[]> {
    if (this.#bringsBack) return [...drafts];
    const texts = drafts.map(({ text }) => text);
    const forgotten = await this.#app.memories.areForgotten(this.#workspace, texts);
    for (const [i, { key }] of drafts.entries()) if (forgotten[i]) this.#forgotten.add(key);
    this.counts.forgotten = this.#forgotten.size;
    return drafts.filter((_, i) => !forgotten[i]);
  }

  /** Shows what was imported in the graph. Call it once, when everything is added. */
  async finish(): Promise<void> {
    const graph = await loadGraph(this.#app, this.#workspace, ['entity', 'relation']);
    await projectEntities(this.#app, this.#workspace, [...graph.entities.values()]);
    await projectRelations(this.#app, this.#workspace, graph);
  }

  async #store(items: readonly NumberedItem[], drafts: readonly RecordDraft[]): Promise<void> {
    if (drafts.length === 0) return;
    try {
      const { memories, embedded } = await this.#app.memories.add({ workspace: this.#workspace, drafts, batch: true });
      this.embedded &&= embedded;
      this.#count(drafts, memories);
    } catch (error) {
      if (!isAboutOneItem(error)) throw error;
      if (items.length > 1) for (const item of items) await this.add([item]);
      else if (drafts.length > 1) for (const draft of drafts) await this.#store(items, [draft]);
      else this.#note(items[0]?.line ?? 0, reasonOf(error), true);
    }
  }

  async #draftsOf(line: number, item: KnowledgeItem): Promise<RecordDraft[]> {
    if (item.type === 'relation') return [await relationDraft(item.relation, item.otherFields)];
    const facts = this.#asKnown(line, item.entity);
    const observations = item.entity.observations.map((content) => observationDraft(facts, content));
    return Promise.all([entityDraft(facts, item.otherFields), ...observations]);
  }

  /** An entity has the type it was first given. */
  #asKnown(line: number, { name, entityType }: EntityFacts): EntityFacts {
    const type = this.#types?.get(name) ?? entityType;
    if (type !== entityType && !this.notes.some((noted) => noted.line === line && noted.lost))
      this.#note(line, 'names an entity that has another type already, which it keeps', true);
    this.#types?.set(name, type);
    return { name, entityType: type };
  }

  #count(drafts: readonly RecordDraft[], memories: readonly Added[]): void {
    for (const [i, { status }] of memories.entries()) {
      const kind = drafts[i]?.kind as keyof typeof COUNTED;
      if (status === 'stored') this.counts[COUNTED[kind]]++;
      else this.counts.known++;
    }
  }

  #note(line: number, note: string, lost: boolean): void {
    this.notes.push({ line, note, lost });
  }

  async #knownTypes(): Promise<Map<string, string>> {
    const { entities } = await loadGraph(this.#app, this.#workspace, ['entity']);
    return new Map([...entities.values()].map(({ name, entityType }) => [name, entityType]));
  }
}

function isAboutOneItem(error: unknown): error is ZapomniError {
  return error instanceof ZapomniError && ['INVALID_INPUT', 'TOO_LARGE'].includes(error.code);
}

function reasonOf({ message }: ZapomniError): string {
  return message.replace(/items\[\d+\]\./g, '');
}
