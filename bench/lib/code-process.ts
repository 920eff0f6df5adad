/**
 * One process that reads source files in one way, so that all it costs can be told from outside:
 *     node code-process.ts bare|facts|link <list of files> <root> <language> <worker>
 * `bare` parses and throws the trees away; `facts` sends each file to a parser process and takes its facts; `link` makes edges of them.
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Language, Parser } from 'web-tree-sitter';
import { link } from '@zapomni/core/code';
import type { CodeFacts, Logger } from '@zapomni/core/ports';
import { createCodeParser } from '@zapomni/providers/parsers';
import { loadGrammar, loadRuntime } from '../../packages/providers/src/parsers/grammars/load-grammar.ts';

const [mode = '', list = '', root = '', language = '', worker = ''] = process.argv.slice(2);
const paths = readFileSync(list, 'utf8').split('\n');
const silent: Logger = { log: () => undefined, child: () => silent };

async function bare(): Promise<void> {
  await Parser.init({ wasmBinary: await loadRuntime() });
  const parser = new Parser().setLanguage(await Language.load(await loadGrammar(language as 'python' | 'typescript')));
  for (const path of paths) parser.parse(readFileSync(path, 'utf8'))?.delete();
}

async function facts(): Promise<{ readonly path: string; readonly facts: CodeFacts }[]> {
  const parser = createCodeParser({ logger: silent, processes: 1, entry: pathToFileURL(worker) });
  const files = await Promise.all(
    paths.map(async (path) => {
      const text = readFileSync(path, 'utf8');
      return { path: relative(root, path), facts: await parser.parse({ language, text }) };
    }),
  );
  await parser.close();
  return files;
}

function linked(files: Awaited<ReturnType<typeof facts>>) {
  const cpu = process.cpuUsage();
  const { edges, unresolved, symbols } = link({ repository: 'bench', files });
  const { user, system } = process.cpuUsage(cpu);
  const calls = edges.filter(({ kind }) => kind === 'call');
  return {
    symbols: symbols.length,
    calls: calls.length + unresolved.length,
    unresolved: unresolved.length,
    cut: calls.filter(({ cut }) => cut).length,
    linkCpuMs: Math.round((user + system) / 1000),
  };
}

const said = mode === 'bare' ? await bare() : mode === 'facts' ? void (await facts()) : linked(await facts());
console.log(JSON.stringify({ ...said, peakMb: Math.round(process.resourceUsage().maxRSS / 1024) }));
