/**
 * Runs command lines in the test's own process: the same code on a real store, with captured streams and the
 * model that the test gives. All
 * of them share one application, because opening a store for each would make up nearly all the time.
 */
import { Readable, Writable } from 'node:stream';
import type { App } from '@zapomni/core';
import { parseConfig, type Config } from '@zapomni/core/config';
import type { Embedder, Logger } from '@zapomni/core/ports';
import { runCommandLine } from '../main.ts';
import type { Terminal } from '../output/terminal.ts';
import { wireApp } from '../wire/wire.ts';
import type { RunOptions, RunResult } from './run-zapomni.ts';

const silent: Logger = { log: () => undefined, child: () => silent };

export interface InProcess {
  run(argv: readonly string[], options?: Pick<RunOptions, 'input' | 'env'>): Promise<RunResult>;
  /** The application that all of them share. */
  open(): App;
  close(): Promise<void>;
}

export function openInProcess(dataDir: string, embedder: Embedder): InProcess {
  let app: App | undefined;
  const wire = (config: Config, logger: Logger): App => {
    app ??= wireApp(config, logger, embedder);
    return { ...app, close: async () => undefined };
  };
  const open = (): App => wire(parseConfig({ data_dir: dataDir }), silent);
  return {
    run: (argv, { input = '', env = {} } = {}) =>
      runWithWire(argv, { env: { ZAPOMNI_DATA_DIR: dataDir, ...env }, wire, input }),
    open,
    close: async () => app?.close(),
  };
}

interface RunWithWire extends Pick<RunOptions, 'input' | 'env'> {
  readonly wire: (config: Config, logger: Logger) => App;
}

/** One command line, with an application of its own where `wire` makes one each time. */
export async function runWithWire(
  argv: readonly string[],
  { input = '', env = {}, wire }: RunWithWire,
): Promise<RunResult> {
  const stdout: string[] = [];
  const stderr: string[] = [];
  const terminal = fakeTerminal(input, stdout, stderr);
  const status = await runCommandLine(argv, { env, terminal, wire });
  return { status, stdout: stdout.join(''), stderr: stderr.join('') };
}

function fakeTerminal(input: string | Uint8Array, stdout: string[], stderr: string[]): Terminal {
  const paint: Terminal['paint'] = (_style, text) => text;
  return {
    stdin: Readable.from(input.length === 0 ? [] : [Buffer.from(input)], { objectMode: false }) as NodeJS.ReadStream,
    stdout: sink(stdout),
    stderr: sink(stderr),
    width: Number.POSITIVE_INFINITY,
    drawingWidth: 0,
    canAsk: false,
    paint,
    paintNote: paint,
    print: (text) => void stdout.push(`${text}\n`),
    write: (text) => void stdout.push(text),
    note: (text) => void stderr.push(`${text}\n`),
  };
}

function sink(chunks: string[]): NodeJS.WriteStream {
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk.toString());
      done();
    },
  });
  return stream as NodeJS.WriteStream;
}
