/**
 * One process that reads source files in one way, so that all it costs can be told from outside:
 *     node code-process.ts bare|facts|link|tags <list of files> <root> <language> <worker> <processes>
 * `bare` parses in as many processes as are given and throws the trees away; `facts` has parser processes read each file, and takes the
 * packed facts; `link` makes edges of them; `tags` has ctags find the definitions and SQLite the words.
 */
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { Language, Parser } from 'web-tree-sitter';
import { linkPacked } from '@zapomni/core/linking';
import type { Logger, PackedFacts } from '@zapomni/core/ports';
import { compileLess } from '@zapomni/providers/linker';
import { createCodeParser } from '@zapomni/providers/parsers';
import { loadGrammar, loadRuntime } from '../../packages/providers/src/parsers/grammars/load-grammar.ts';

const [mode = '', list = '', root = '', language = '', worker = '', given = '1', share = ''] = process.argv.slice(2);
const processes = Number(given);
const paths = readFileSync(list, 'utf8').split('\n');
const silent: Logger = { log: () => undefined, child: () => silent };

/** Every so-manieth file is one process's. */
async function bareShare(): Promise<void> {
  await Parser.init({ wasmBinary: await loadRuntime() });
  const parser = new Parser().setLanguage(await Language.load(await loadGrammar(language as 'python' | 'typescript')));
  for (const [i, path] of paths.entries())
    if (i % processes === Number(share)) parser.parse(readFileSync(path, 'utf8'))?.delete();
}

async function bare(): Promise<void> {
  const children = Array.from({ length: processes }, (_, i) =>
    fork(import.meta.filename, ['share', list, root, language, worker, given, String(i)]),
  );
  const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0] as number | null));
  if (codes.some((code) => code !== 0)) throw new Error('a process that parses has failed');
}

async function facts(): Promise<PackedFacts[]> {
  const parser = createCodeParser({ logger: silent, processes, entry: pathToFileURL(worker) });
  const files = await Promise.all(
    paths.map(async (path) => {
      const text = readFileSync(path, 'utf8');
      return { path: relative(root, path), language, facts: (await parser.parsePacked({ language, text })).packed };
    }),
  );
  await parser.close();
  return files;
}

/** As in the process that links. */
async function linked(files: readonly PackedFacts[]) {
  compileLess();
  const cpu = process.cpuUsage();
  const found = { symbols: 0, edges: 0, external: 0, unresolved: 0 };
  const asked = { repository: 'bench', manifests: [], files: inTurn(files) };
  for await (const { numbers, counts } of linkPacked(asked, { sliceMs: 1000 })) {
    found.symbols += numbers?.length ?? 0;
    for (const kind of ['edges', 'external', 'unresolved'] as const) found[kind] += counts[kind];
  }
  const { user, system } = process.cpuUsage(cpu);
  return { ...found, linkCpuMs: Math.round((user + system) / 1000) };
}

async function* inTurn<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

/** What many make do with: where names are defined, and which file has which words. */
function tags(): { readonly tags: number } {
  const ran = spawnSync('ctags', ['--fields=+n', '-f', '-', '-L', list], { encoding: 'utf8', maxBuffer: 2 ** 30 });
  const database = new DatabaseSync(worker);
  database.exec('create virtual table words using fts5(path, text); create table tags(name, path, line); begin');
  const put = database.prepare('insert into words values (?, ?)');
  for (const path of paths) put.run(path, readFileSync(path, 'utf8'));
  const tag = database.prepare('insert into tags values (?, ?, ?)');
  const lines = ran.stdout.split('\n').filter((line) => line !== '' && !line.startsWith('!'));
  for (const line of lines) {
    const [name = '', path = ''] = line.split('\t');
    tag.run(name, path, Number(/\tline:(\d+)/u.exec(line)?.[1] ?? 0));
  }
  database.exec('commit; create index by_name on tags(name)');
  database.close();
  return { tags: lines.length };
}

const WAYS: Readonly<Record<string, () => unknown>> = {
  share: bareShare,
  bare,
  facts: async () => void (await facts()),
  link: async () => linked(await facts()),
  tags,
};
const said = await WAYS[mode]?.();
if (mode !== 'share')
  console.log(
    JSON.stringify({ ...(said as object | undefined), peakMb: Math.round(process.resourceUsage().maxRSS / 1024) }),
  );
