/**
 * What the hooks of clients cost: the time of the processor that each event takes beside a Node that does nothing, in one run and in turns, with a server,
 * without one, with one that does not answer and with one whose store another process has locked; and the tokens of a session of fifty prompts.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { estimateTokens } from '@zapomni/core/model';
import { round } from './lib/figures.ts';
import { McpProcess } from './lib/mcp-process.ts';

const ROUNDS = 10;
const PROMPTS = 50;
const SETS = join(import.meta.dirname, '..', 'evals');

/** Runs it with the input, and says how long its caller waited, in milliseconds. */
function timed(args: readonly string[], input: string, env: Record<string, string>) {
  const begun = performance.now();
  const { stdout } = spawnSync(process.execPath, args, { input, env: { ...process.env, ...env }, encoding: 'utf8' });
  const wall = performance.now() - begun;
  return { stdout, wall };
}

/** Of the processor, as the kernel counts it for children that have ended. */
function cpuOf(args: readonly string[], input: string, env: Record<string, string>): number {
  const script = `
    const { spawnSync } = require('node:child_process');
    const { readFileSync } = require('node:fs');
    const [args, input] = JSON.parse(readFileSync(0, 'utf8'));
    spawnSync(process.execPath, args, { input });
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
    console.log(Number(fields[13]) + Number(fields[14]));`;
  const text = execFileSync(process.execPath, ['-e', script], {
    input: JSON.stringify([args, input]),
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return Number(text) * 10;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const largest = (values: readonly number[]): number => Math.max(...values);

const event = (hook_event_name: string, more: object) => JSON.stringify({ hook_event_name, cwd: '/', ...more });

export async function benchHookEvents(script: string) {
  const hook = join(dirname(script), 'hook.mjs');
  const dataDir = mkdtempSync(join(tmpdir(), 'zapomni-bench-'));
  const env = { ZAPOMNI_DATA_DIR: dataDir };
  const zapomni = (...args: string[]) =>
    execFileSync(process.execPath, [script, ...args], { env: { ...process.env, ...env } });
  try {
    zapomni('serve', '--background');
    await fill(script, env);
    const events = {
      bareNode: { args: ['-e', '0'], input: '' },
      start: { args: [hook], input: event('SessionStart', { source: 'startup', session_id: 'bench' }) },
      prompt: {
        args: [hook],
        input: event('UserPromptSubmit', { session_id: 'bench', prompt: 'Rename this variable to a better one' }),
      },
      passedOver: { args: [hook], input: event('Stop', {}) },
    };
    for (const { args, input } of Object.values(events)) timed(args, input, env);
    const cpu = cpuInTurns(events, env);
    const tokens = session(hook, env);
    const locked = whileLocked(dataDir, () => [...inTurns(events.start, env, 5), ...inTurns(events.prompt, env, 5)]);
    zapomni('stop');
    const dead = inTurns(events.prompt, env);
    const stuck = await withStuckServer(dataDir, () => inTurns(events.start, env, 5));
    return {
      milliseconds: {
        cpu,
        deadServer: round(largest(dead), 0),
        stuckServer: round(largest(stuck), 0),
        lockedStore: round(largest(locked), 0),
      },
      ratios: { startToBareNode: round(cpu.start / cpu.bareNode), promptToBareNode: round(cpu.prompt / cpu.bareNode) },
      session: tokens,
    };
  } finally {
    try {
      zapomni('stop');
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  }
}

type Event = { readonly args: readonly string[]; readonly input: string };

/** Each in its turn, so that whatever else the machine does falls on all of them. */
function cpuInTurns<Name extends string>(
  events: Readonly<Record<Name, Event>>,
  env: Record<string, string>,
): Record<Name, number> {
  const names = Object.keys(events) as Name[];
  const taken = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let n = 0; n < ROUNDS; n += 1)
    for (const name of names) taken[name].push(cpuOf(events[name].args, events[name].input, env));
  return Object.fromEntries(names.map((name) => [name, round(mean(taken[name]), 1)])) as Record<Name, number>;
}

function inTurns({ args, input }: Event, env: Record<string, string>, rounds = ROUNDS): number[] {
  return Array.from({ length: rounds }, () => timed(args, input, env).wall);
}

/** The notes that evals/recall.ts has. */
async function fill(script: string, env: Record<string, string>): Promise<void> {
  const notes = readFileSync(join(SETS, 'sets', 'abstention', 'corpus.jsonl'), 'utf8')
    .trim()
    .split('\n');
  const client = new McpProcess(script, env);
  await client.initialize();
  const items = notes.map((line) => ({ text: (JSON.parse(line) as { text: string }).text }));
  await client.call('add_memory', { items });
  await client.call('search_memory', { query: 'rehearsal' });
  await client.end();
}

/** Fifty prompts of one session: some bear on a note, most do not. */
function session(hook: string, env: Record<string, string>) {
  const prompts = readFileSync(join(SETS, 'recall', 'prompts.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .slice(-PROMPTS);
  const given = prompts.map((line) => {
    const { text } = JSON.parse(line) as { text: string };
    const input = event('UserPromptSubmit', { session_id: 'fifty', prompt: text });
    return timed([hook], input, env).stdout;
  });
  const spoken = given.filter((text) => text !== '');
  return {
    prompts: given.length,
    told: spoken.length,
    charactersInAll: spoken.reduce((sum, { length }) => sum + length, 0),
    tokensInAll: Math.round(spoken.reduce((sum, text) => sum + estimateTokens(text), 0)),
  };
}

/** Somebody else is writing all the while. */
function whileLocked<T>(dataDir: string, work: () => T): T {
  const other = new DatabaseSync(join(dataDir, 'zapomni.db'));
  other.exec('BEGIN IMMEDIATE');
  try {
    return work();
  } finally {
    other.exec('ROLLBACK');
    other.close();
  }
}

async function withStuckServer<T>(dataDir: string, work: () => T): Promise<T> {
  mkdirSync(join(dataDir, 'run'), { recursive: true });
  const socket = join(dataDir, 'run', 'stuck.sock');
  writeFileSync(join(dataDir, 'run', 'door'), socket);
  // A listener that never takes anybody in: this process is busy with the work.
  const server = createServer(() => undefined).listen(socket);
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    return work();
  } finally {
    server.close();
  }
}
