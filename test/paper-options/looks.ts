/** How a pair is prepared, and what is looked at when both have come out. */
import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Ground } from './ground.ts';
import type { Args, Look } from './pair.ts';

export const call =
  (tool: string, args: Args, pick: (answer: never) => unknown = (answer) => answer): Look =>
  async (_answer, { zapomni }) =>
    pick((await zapomni.call(tool, args)) as never);

export const details = (article_identifier: string): Look => call('get_article_details', { article_identifier });

let names = 0;
export function unique(name: string): () => string {
  return () => `${name} ${++names}`;
}

/** A paper that nothing else is asked about. */
export function fresh(citekey: string) {
  return async ({ zapomni }: Ground): Promise<string> => {
    const content = `@misc{${citekey}, title = {The ${citekey} paper}, doi = {10.1009/${citekey}}, pmid = {9${[...citekey].map((one) => one.charCodeAt(0) % 10).join('')}}}`;
    await zapomni.call('import_bibliography', { content });
    return citekey;
  };
}

/** A saved set that is there, whoever has deleted it before. */
export function freshSet(index_name: string) {
  return async ({ zapomni }: Ground): Promise<string> => {
    await zapomni.raw('create_custom_index', { index_name, topic_filter: 'noise' });
    return index_name;
  };
}

/** The id of a plan that has something to do, applied where it is to be undone. */
export function planned(tool: string, applied = false) {
  return async (ground: Ground): Promise<string> => {
    const { zapomni } = ground;
    const word = unique('glass')().replace(' ', 'y');
    for (const [key, tag] of [
      [`${word}a`, word],
      [`${word}b`, `${word}s`],
    ] as const) {
      await fresh(key)(ground);
      await zapomni.call('update_article_metadata', { article_identifier: key, add_tags: [tag] });
    }
    const { plan_id } = await zapomni.call(tool, {});
    if (plan_id === undefined) throw new Error(`${tool} has nothing to plan`);
    if (applied) {
      const { task } = await zapomni.call(tool, { apply: plan_id });
      if (task) await untilEnded(zapomni, task.task_id);
    }
    return plan_id;
  };
}

let half = '';
export const idsOfHalf = (): string[] => [`10.1009/${half}`];

export function nextHalf(ground: Ground): Promise<string> {
  half = unique('half')().replace(' ', 'n');
  return fresh(half)(ground);
}

export function split(citekey: string) {
  return async (ground: Ground): Promise<string> => {
    const article_identifier = await fresh(citekey)(ground);
    const args = { article_identifier, identifiers: [`10.1009/${citekey}`], title: 'Another' };
    return (await ground.zapomni.call('split_article', args)).plan_id;
  };
}

export async function backedUp(ground: Ground): Promise<string> {
  later(ground);
  return (await ground.zapomni.call('backup_collection', {})).backup;
}

/** A backup that has a paper which was deleted after it. */
export function deletedSince(citekey: string) {
  return async (ground: Ground): Promise<string> => {
    const { zapomni } = ground;
    const known = await zapomni.raw('get_article_details', { article_identifier: citekey });
    if (known.isError) await zapomni.app.research.library.save(again(citekey));
    later(ground);
    const { backup } = await zapomni.call('backup_collection', {});
    await zapomni.call('delete_article', { article_identifier: citekey, confirm_deletion: true });
    return backup;
  };
}

function again(citekey: string) {
  const item = { type: 'book' as const, citekey, title: `The ${citekey} book`, contributors: [], identifiers: [] };
  return { workspace: 'default', arrivals: [{ item, source: 'user' }] };
}

/** What a task came to, and what is seen then. */
export function ended(field: string, look?: Look): Look {
  return async (answer, ground, value) => {
    const { task_id, task } = answer as { task_id?: string; task?: { task_id: string } };
    const state = await untilEnded(ground.zapomni, task_id ?? task?.task_id ?? '');
    return [state.result?.[field], look ? await look(answer, ground, value) : null];
  };
}

async function untilEnded(zapomni: Ground['zapomni'], task_id: string) {
  for (;;) {
    const state = await zapomni.call('get_task_status', { task_id, wait_seconds: 10 });
    if (!['queued', 'running'].includes(state.state)) return state;
  }
}

/** A second later: what is asked for twice in the same moment is the same. */
export function later({ replay, embedder }: Ground): Args {
  replay.clock.advance(1000);
  looked = embedder.calls.length;
  return {};
}

let looked = 0;
/** Of the texts that were embedded together since then, the most. */
export function largestEmbedded(_answer: unknown, { embedder }: Ground): number {
  return embedder.calls.slice(looked).reduce((most, { texts }) => Math.max(most, texts.length), 0);
}

export function notesIn(_answer: unknown, { vault }: Ground): string[] {
  return readdirSync(vault).toSorted();
}

export function withNew(citekey: string, template: string) {
  return async (ground: Ground): Promise<string> => {
    await fresh(citekey)(ground);
    return template;
  };
}

export function withoutNote(recreate: boolean) {
  return ({ vault }: Ground): boolean => {
    rmSync(path.join(vault, 'rotors.md'), { force: true });
    return recreate;
  };
}

export function withoutMarker(begin: boolean) {
  return ({ vault }: Ground): boolean => {
    for (const name of readdirSync(vault))
      if (name.startsWith('.')) rmSync(path.join(vault, name), { recursive: true });
    return begin;
  };
}

/** An edit that nothing tells of: as long as what was there, and the file's time put back, as programs do that copy files. */
export function withQuietEdit(all: boolean) {
  return async ({ zapomni, vault }: Ground): Promise<boolean> => {
    const file = path.join(vault, 'kelp.md');
    const write = (text: string): void => {
      writeFileSync(file, text);
      utimesSync(file, 1_700_000_000, 1_700_000_000);
    };
    await zapomni.call('sync_with_obsidian', { recreate: true });
    write(`${readFileSync(file, 'utf8').trimEnd()}\nThe kelp was green.\n`);
    // The second time nothing is new, neither in the vault nor in the library.
    for (const _ of [1, 2]) await zapomni.call('sync_with_obsidian');
    write(readFileSync(file, 'utf8').replace('was green', 'was brown'));
    return all;
  };
}

/** What a call has only begun is waited for. */
export async function settled({ zapomni }: Ground, answer: unknown): Promise<void> {
  const { task_id, task } = answer as { task_id?: string; task?: { task_id: string } };
  const id = task_id ?? task?.task_id;
  if (id !== undefined) await untilEnded(zapomni, id);
}

/** The user writes a tag into the note of a paper; the next synchronisation takes it. */
export function withTagInNote(tag: string) {
  return async ({ zapomni, vault }: Ground): Promise<boolean> => {
    await zapomni.call('sync_with_obsidian', { recreate: true });
    const file = path.join(vault, 'moss.md');
    const text = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      text.replace(/^tags:.*\n/m, (line) => `${line}  - ${tag}\n`),
    );
    return false;
  };
}
