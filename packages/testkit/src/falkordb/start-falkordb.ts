/**
 * A real FalkorDB on loopback, with its data in a temporary folder: for tests, benches and trials. It ends with the process
 * that started it, also when that is killed.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../free-port.ts';
import { findFalkordb } from './find-server.ts';

export interface FalkordbOptions {
  readonly port?: number;
  /** Kept when the server stops; a temporary folder of its own when left out. */
  readonly dir?: string;
  readonly appendfsync?: 'always' | 'everysec' | 'no';
  /** The port of the primary it follows. */
  readonly replicaOf?: number;
  /** Without it the server is a plain one. */
  readonly withModule?: boolean;
  /** The module's own; it keeps effects in its journal unless they say otherwise. */
  readonly moduleArgs?: readonly string[];
  /** The settings of a sentinel, which the server becomes. */
  readonly sentinelFile?: string;
  /** More of the server's own arguments, e.g. `--requirepass secret`. */
  readonly args?: readonly string[];
}

export interface RunningFalkordb {
  readonly port: number;
  readonly url: string;
  readonly pid: number;
  readonly running: boolean;
  /** Ends it, waits for that, and keeps the data for `restart`. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again on the same port and data, and waits until it has loaded them; `begin` does not wait for that. */
  restart(): Promise<void>;
  begin(): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  /** One command, as text; the answer as the server writes it. */
  command(...args: string[]): Promise<string>;
  /** Ends it and removes its temporary folder. */
  stop(): Promise<void>;
}

/** As docs/scaling.md asks for. */
export const REWRITTEN_OFTEN = ['--auto-aof-rewrite-percentage', '10', '--auto-aof-rewrite-min-size', '16mb'] as const;

const READY_TIMEOUT_MS = 60_000;

export async function startFalkordb(options: FalkordbOptions = {}): Promise<RunningFalkordb> {
  const port = options.port ?? (await freePort());
  const dir = options.dir ?? (await mkdtemp(path.join(tmpdir(), 'zapomni-falkordb-')));
  let child = await launch(port, dir, options);
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  const kill = async (signal: NodeJS.Signals = 'SIGKILL'): Promise<void> => {
    if (!isRunning()) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  return {
    port,
    url: `falkordb://127.0.0.1:${port}`,
    get pid() {
      return child.pid ?? 0;
    },
    get running() {
      return isRunning();
    },
    kill,
    restart: async () => {
      await kill('SIGTERM');
      child = await launch(port, dir, options);
    },
    begin: async () => {
      await kill('SIGTERM');
      child = await launch(port, dir, options, false);
    },
    signal: (signal) => void child.kill(signal),
    command: (...args) => ask(port, args),
    stop: async () => {
      await kill();
      if (options.dir === undefined) await rm(dir, { recursive: true, force: true });
    },
  };
}

async function launch(port: number, dir: string, options: FalkordbOptions, loaded = true): Promise<ChildProcess> {
  const { server, module, env } = await findFalkordb();
  const where = ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--daemonize', 'no'];
  const { sentinelFile } = options;
  const more =
    sentinelFile === undefined ? [...where, ...dataArgs(module, options)] : [sentinelFile, '--sentinel', ...where];
  const [command = server, ...prefix] = [...dieWithParent(), server];
  const child = spawn(command, [...prefix, ...more, ...(options.args ?? [])], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => said.push(String(part)));
  if (loaded) await waitUntilReady(child, port, () => said.join('').slice(-2000));
  return child;
}

function dataArgs(module: string, options: FalkordbOptions): string[] {
  const { appendfsync = 'always', replicaOf, withModule = true, moduleArgs = ['EFFECTS_THRESHOLD', '0'] } = options;
  const journal = ['--save', '', '--appendonly', 'yes', '--appendfsync', appendfsync];
  return [
    ...journal,
    ...(withModule ? ['--loadmodule', module, ...moduleArgs] : []),
    ...(replicaOf === undefined ? [] : ['--replicaof', '127.0.0.1', String(replicaOf)]),
  ];
}

/** Linux ends the server when its parent dies; elsewhere a killed test may leave one behind. */
function dieWithParent(): string[] {
  const known = spawnSync('setpriv', ['--pdeathsig', 'KILL', 'true']).status === 0;
  return known ? ['setpriv', '--pdeathsig', 'KILL'] : [];
}

/** Until it answers; one that loads its data, or asks for a password, answers. */
async function waitUntilReady(child: ChildProcess, port: number, said: () => string): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the server ended:\n${said()}`);
    if (child.pid === undefined) throw new Error('the server could not be started');
    const answer = await ask(port, ['PING']).catch(() => '');
    if (answer !== '' && !answer.startsWith('-LOADING')) return;
    if (Date.now() > deadline) throw new Error(`the server does not answer:\n${said()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Sends one command over a connection of its own and gives the first line of the answer, or the body of a bulk string. */
function ask(port: number, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the server closed the connection')));
    socket.on('connect', () => {
      const parts = args.map((arg) => `$${Buffer.byteLength(arg)}\r\n${arg}\r\n`);
      socket.write(`*${args.length}\r\n${parts.join('')}`);
    });
    socket.on('data', (part: string) => {
      answer += part;
      const [first = '', ...rest] = answer.split('\r\n');
      if (rest.length === 0 || (first.startsWith('$') && !first.startsWith('$-') && rest.length < 2)) return;
      resolve(first.startsWith('$') ? answer.slice(first.length + 2, -2) : answer.trimEnd());
      socket.destroy();
    });
  });
}
