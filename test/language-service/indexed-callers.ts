/** A folder as it is indexed in a store, and who calls one of its functions as `get_callers` answers. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CODE_SYMBOLS, fileKey, getCallers, indexRepository, type KeptSymbol } from '@zapomni/core/code';
import { collection } from '@zapomni/core/records';
import { openTestDeps, type TestDeps } from '@zapomni/testkit/deps';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { openTestFiles } from '@zapomni/testkit/files';
import { codeParts, WORKSPACE } from '@zapomni/testkit/repository';
import type { CallSite } from './language-service.ts';

/** More than any function has callers. */
const ALL = 10_000;
const RUNS = new Set(['function', 'method', 'constructor']);

export class IndexedCallers {
  readonly #root: string;
  readonly #test: TestDeps;
  readonly #symbols = new Map<string, KeptSymbol[]>();
  #store = '';

  private constructor(root: string) {
    this.#root = root;
    const files = openTestFiles({ roots: [root], logger: createRecordingLogger(), maxBytes: 10_000_000 });
    this.#test = openTestDeps({ files, ...codeParts(files, root) });
  }

  static async open(root: string): Promise<IndexedCallers> {
    const index = new IndexedCallers(root);
    const { repository } = await indexRepository(index.#test.deps, {
      workspace: WORKSPACE,
      client: 'test',
      path: root,
    });
    index.#store = `code.${WORKSPACE}.${repository}`;
    return index;
  }

  /** One for each call that types or scopes speak for: the file, and the function that it is written in. */
  async callersOf(file: string, qualified: string): Promise<{ path: string; caller: string }[]> {
    const request = { workspace: WORKSPACE, name: `${file}:${qualified}`, depth: 1, limit: ALL, guesses: false };
    const answer = await getCallers(this.#test.deps, request);
    if (!('edges' in answer)) throw new Error(`${qualified} in ${file} is ${answer.status}.`);
    return answer.edges
      .filter(({ how }) => how !== 'flow')
      .map(({ path: at, caller }) => ({ path: at, caller: caller?.value.qualified ?? '' }));
  }

  /** The function of the index that a place lies in. */
  async holderOf(site: CallSite): Promise<{ path: string; caller: string }> {
    const text = readFileSync(path.join(this.#root, site.path), 'utf8');
    const line = text.slice(0, site.offset).split('\n').length;
    const around = (await this.#symbolsOf(site.path))
      .filter(({ value: { lines, kind } }) => RUNS.has(kind) && lines[0] <= line && line <= lines[1])
      .sort((a, b) => a.value.lines[1] - a.value.lines[0] - (b.value.lines[1] - b.value.lines[0]));
    return { path: site.path, caller: around[0]?.value.qualified ?? '' };
  }

  async #symbolsOf(file: string): Promise<KeptSymbol[]> {
    const known = this.#symbols.get(file);
    if (known) return known;
    const query = { index: 'by_file', where: { file: fileKey(file) }, limit: 1000 } as const;
    const { items } = await collection(this.#test.deps, CODE_SYMBOLS).list(this.#store, query);
    this.#symbols.set(file, [...items]);
    return [...items];
  }

  close(): Promise<void> {
    return this.#test.close();
  }
}
