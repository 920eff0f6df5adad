/** The port: files go to processes of two kinds, by what their grammar asks of the compiler. */
import { availableParallelism } from 'node:os';
import { ZapomniError } from '@zapomni/core/errors';
import type { CodeFacts, CodeOutline, CodeParser, CodeSource, Logger } from '@zapomni/core/ports';
import { startChild } from '../system/child.ts';
import { languageOf } from './language-of.ts';
import { languageNamed, LANGUAGES } from './languages.ts';
import { notSource } from './not-source.ts';
import type { FactsReply } from './processes/messages.ts';
import { ParserPool } from './processes/parser-pool.ts';

export interface CodeParserOptions {
  readonly logger: Logger;
  /** Processes of each kind; as many as there are processors, up to 4. */
  readonly processes?: number;
  /** How long a grammar may take for one file; 10 s. */
  readonly timeoutMs?: number;
  /** How much longer its process has to load the grammar and tell the facts before it is ended; 20 s. */
  readonly graceMs?: number;
  /** Above this, in UTF-16 units, a file is refused: its tree would take a gigabyte. 2 MiB. */
  readonly maxCharacters?: number;
  /** A process with more memory than this is replaced by a fresh one; 400. */
  readonly mostMemoryMb?: number;
  /** So is one that has read so many files; 5,000. */
  readonly mostFiles?: number;
  /** After so long without work a process ends; 10 s. */
  readonly idleMs?: number;
  /** What the processes run; for tests that want it to fail. */
  readonly entry?: URL;
}

/** Beside the sources; beside the bundle when published. */
const ENTRY = new URL(
  import.meta.url.endsWith('.ts') ? './processes/worker.ts' : './parser-worker.js',
  import.meta.url,
);

/** Compiles each function once and as it is, which is the only way that keeps large grammars small. */
const PLAIN_COMPILER = '--liftoff-only';
const MOST_PROCESSES = 4;

/** See the `CodeParser` contract. Starts no process before the first file. */
export function createCodeParser(options: CodeParserOptions): CodeParser {
  const { logger, idleMs = 10_000, entry = ENTRY } = options;
  const { timeoutMs = 10_000, graceMs = 20_000, mostMemoryMb = 400, mostFiles = 5000 } = options;
  const maxCharacters = options.maxCharacters ?? 2_097_152;
  const most = options.processes ?? Math.min(MOST_PROCESSES, availableParallelism());
  const limits = { timeoutMs, graceMs, mostMemoryMb, mostFiles };
  const pool = (...execArgv: string[]) =>
    new ParserPool({ logger, most, idleMs, limits, start: (events) => startChild({ entry, execArgv }, events) });
  const [normal, heavy] = [pool(), pool(PLAIN_COMPILER)];
  const read = async (source: CodeSource, isPacked: boolean, signal?: AbortSignal): Promise<FactsReply> => {
    const language = languageNamed(source.language);
    if (!language) throw new ZapomniError('INVALID_INPUT', `No grammar reads the language ${source.language}.`);
    if (source.text.length > maxCharacters) throw tooLarge(maxCharacters);
    return (language.isHeavy ? heavy : normal).parse(source, isPacked, signal);
  };
  return {
    languages: LANGUAGES.map(({ name }) => name),
    processes: most,
    languageOf,
    notSource,
    async parse(source, { signal } = {}) {
      return JSON.parse((await read(source, false, signal)).json) as CodeFacts;
    },
    async parsePacked(source, { signal } = {}) {
      const { json, packed = new Uint8Array() } = await read(source, true, signal);
      return { packed, outline: JSON.parse(json) as CodeOutline };
    },
    async close() {
      await Promise.all([normal.close(), heavy.close()]);
    },
  };
}

function tooLarge(maxCharacters: number): ZapomniError {
  return new ZapomniError('TOO_LARGE', `The file has more than ${maxCharacters} characters, the most that is parsed.`);
}
