/**
 * `node evals/code/make-gold.ts`: runs the programs in programs/ and writes gold.jsonl, in the format of the outside suites: `funcs` are all
 * functions that are written in the program, whether they ran or not, and `edges` who called whom when it ran.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createCodeParser } from '@zapomni/providers/parsers';
import type { CodeParser, Logger } from '@zapomni/core/ports';
import { readPrograms, type SmallProgram } from './programs.ts';
import { trace } from './trace.ts';

const silent: Logger = { log: () => undefined, child: () => silent };
const FUNCTIONS = new Set(['function', 'method', 'constructor', 'lambda']);

const parser = createCodeParser({ logger: silent, processes: 1 });
try {
  const lines: string[] = [];
  for (const program of readPrograms(path.join(import.meta.dirname, 'programs'))) {
    const funcs = await functionsOf(parser, program);
    const nameAt = new Map(Object.entries(funcs).map(([name, [file, line]]) => [`${file}:${line}`, name]));
    const edges = (await trace(program.files)).edges.flatMap(([fromFile, fromLine, toFile, toLine]) => {
      const [from, to] = [nameAt.get(`${fromFile}:${fromLine}`), nameAt.get(`${toFile}:${toLine}`)];
      return from !== undefined && to !== undefined && !to.endsWith('#module') ? [[from, to]] : [];
    });
    edges.sort((a, b) => (a.join() < b.join() ? -1 : 1));
    lines.push(JSON.stringify({ id: program.id, category: program.category, funcs, edges }));
    console.log(program.id, edges.map((edge) => edge.join(' → ')).join('; '));
  }
  writeFileSync(path.join(import.meta.dirname, 'gold.jsonl'), `${lines.join('\n')}\n`);
} finally {
  await parser.close();
}

async function functionsOf(
  reader: CodeParser,
  { files }: SmallProgram,
): Promise<Record<string, [string, number, number]>> {
  const funcs: Record<string, [string, number, number]> = {};
  for (const [file, text] of Object.entries(files)) {
    const language = reader.languageOf(file, Buffer.from(text)) ?? 'javascript';
    funcs[`${file}#module`] = [file, 0, 0];
    for (const { kind, name, line } of (await reader.parse({ language, text })).symbols) {
      if (FUNCTIONS.has(kind)) funcs[`${file}#${name}:${line}`] = [file, line, line];
    }
  }
  return funcs;
}
