/** Programs whose call graphs are known: ours, known by running them, and those of an outside suite. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readPrograms } from './programs.ts';

export interface GoldProgram {
  readonly id: string;
  readonly category: string;
  readonly files: Readonly<Record<string, string>>;
  /** File, line of the definition and line of its first decorator, by name; a module's own code is line 0. */
  readonly funcs: Readonly<Record<string, readonly [file: string, line: number, first: number]>>;
  readonly edges: readonly (readonly [caller: string, callee: string])[];
}

export interface GoldSuite {
  readonly name: string;
  readonly programs: readonly GoldProgram[];
}

/** `calls-*.jsonl` of a folder; null where there is none. */
export function readSuite(folder: string, file: string): GoldSuite | null {
  const place = path.join(folder, file);
  return existsSync(place) ? { name: file.replace('.jsonl', ''), programs: readLines<GoldProgram>(place) } : null;
}

export function ownSuite(): GoldSuite {
  const sources = new Map(
    readPrograms(path.join(import.meta.dirname, 'programs')).map((program) => [program.id, program.files]),
  );
  const gold = readLines<Omit<GoldProgram, 'files'>>(path.join(import.meta.dirname, 'gold.jsonl'));
  return {
    name: 'own programs (JavaScript, TypeScript)',
    programs: gold.map((one) => ({ ...one, files: sources.get(one.id) ?? {} })),
  };
}

function readLines<T>(file: string): T[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);
}
