/** Keeps what the manifests of a repository say, as far as it is something else than what is kept. */
import type { RecordWrite } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { collection } from '../../records/collection.ts';
import { CODE_DEPENDENCIES, type DependencyRecord, type KeptDependencies, type KeptFile } from '../store/index.ts';
import { isDependencyManifest, readManifest } from './read-manifest.ts';

const PAGE = 200;
/** A repository with more has them made by a tool. */
const MOST_MANIFESTS = 5000;
const PORTION = 100;

export async function keepDependencies(deps: Deps, store: string, known: Iterable<KeptFile>): Promise<void> {
  const kept = new Map((await dependenciesOf(deps, store)).map((one) => [one.key, one]));
  const files = [...known].filter(isThere).slice(0, MOST_MANIFESTS);
  const writes: RecordWrite[] = [];
  for (let at = 0; at < files.length; at += PORTION) {
    const some = files.slice(at, at + PORTION);
    const ids = some.map(({ value }) => value.memory ?? '');
    const texts = new Map((await deps.storage.memories.get(store, ids)).map(({ id, text }) => [id, text]));
    for (const { key, value } of some) {
      const said = readManifest(value.path, texts.get(value.memory ?? '') ?? '');
      const before = kept.get(key);
      if (!said || (said.name === null && said.dependencies.length === 0)) continue;
      kept.delete(key);
      const now: DependencyRecord = { path: value.path, ...said, dependencies: [...said.dependencies] };
      if (JSON.stringify(before?.value) === JSON.stringify(now)) continue;
      writes.push(collection(deps, CODE_DEPENDENCIES).writeFor(key, now, { parent: key }));
    }
  }
  // What is left is of files that are gone, or say nothing any more.
  for (const key of kept.keys()) writes.push(collection(deps, CODE_DEPENDENCIES).deletionOf(key));
  for (let at = 0; at < writes.length; at += PORTION)
    await deps.storage.records.write(store, writes.slice(at, at + PORTION), deps.clock.now());
}

function isThere({ value: { path, state, memory } }: KeptFile): boolean {
  return state !== 'stale' && memory !== null && isDependencyManifest(path);
}

/** What is kept of a repository's manifests, by path. */
export async function dependenciesOf(deps: Deps, store: string): Promise<KeptDependencies[]> {
  const found: KeptDependencies[] = [];
  for (let cursor: string | null | undefined; cursor !== null && found.length < MOST_MANIFESTS;) {
    const place = cursor === undefined ? {} : { cursor };
    const page = await collection(deps, CODE_DEPENDENCIES).list(store, { index: 'by_path', limit: PAGE, ...place });
    found.push(...page.items);
    cursor = page.next;
  }
  return found;
}
