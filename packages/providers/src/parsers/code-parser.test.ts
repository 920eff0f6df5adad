import { once } from 'node:events';
import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import type { CodeParser } from '@zapomni/core/ports';
import { condition } from '@zapomni/testkit/condition';
import { codeParserContract } from '@zapomni/testkit/contracts';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { createCodeParser, type CodeParserOptions } from './code-parser.ts';

codeParserContract('processes', {
  open: () => createCodeParser({ logger: createRecordingLogger(), processes: 2, timeoutMs: 120_000 }),
});

let parser: CodeParser | undefined;
afterEach(() => parser?.close());
const logger = createRecordingLogger();
const open = (options: Partial<CodeParserOptions> = {}) => (parser = createCodeParser({ logger, ...options }));
const python = (text: string) => ({ language: 'python', text });

/** A process that does what the text of a file tells it. */
const obedient = new URL('./testing/obedient-worker.ts', import.meta.url);

describe('a file that kills its process', () => {
  it.each(['die', 'kill', 'hang'])('rejects, and the others are parsed (%s)', async (what) => {
    const { parse } = open({ entry: obedient, processes: 1, timeoutMs: 1, graceMs: 300 });
    const all = await Promise.allSettled([parse(python('fine')), parse(python(what)), parse(python('fine'))]);
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const { reason } = all[1] as PromiseRejectedResult;
    expect(reason).toMatchObject({ code: what === 'hang' ? 'TIMEOUT' : 'INVALID_INPUT' });
    expect(reason.message).toMatch(/could not be parsed/u);
  });

  it('rejects what waits for a process that cannot start', async () => {
    const { parse } = open({ entry: new URL('./testing/is-not-there.ts', import.meta.url), processes: 1 });
    const all = await Promise.allSettled([parse(python('a')), parse(python('b'))]);
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});

describe('processes', () => {
  const pid = async () => Number((await (parser as CodeParser).parse(python('pid'))).doc);

  it('are replaced after so many files', async () => {
    open({ entry: obedient, processes: 1, mostFiles: 2 });
    const pids = [await pid(), await pid(), await pid()];
    expect(pids[0]).toBe(pids[1]);
    expect(pids[2]).not.toBe(pids[0]);
  });

  it('are replaced when they have grown', async () => {
    open({ entry: obedient, processes: 1, mostMemoryMb: 1 });
    expect(await pid()).not.toBe(await pid());
  });

  it('are of a kind that does without the optimising compiler for the grammars that need it', async () => {
    const { parse } = open({ entry: obedient, processes: 1 });
    expect((await parse(python('flags'))).doc).toBe('');
    expect((await parse({ language: 'kotlin', text: 'flags' })).doc).toBe('--liftoff-only');
  });

  it('end with close, and what waits is told', async () => {
    const { parse, close } = open({ entry: obedient, processes: 1 });
    const own = Number((await parse(python('pid'))).doc);
    const waiting = [parse(python('hang')), parse(python('fine'))].map((one) =>
      expect(one).rejects.toMatchObject({ code: 'CANCELLED' }),
    );
    await close();
    await Promise.all(waiting);
    expect(isAlive(own)).toBe(false);
    await expect(parse(python('fine'))).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('end when nobody has work', async () => {
    open({ entry: obedient, processes: 1, idleMs: 1 });
    const own = await pid();
    await condition(() => !isAlive(own));
  });

  it('give up a file that is wanted no more, whether it waits or is read', async () => {
    const { parse } = open({ entry: obedient, processes: 1 });
    const [reading, waiting] = [new AbortController(), new AbortController()];
    const first = parse(python('hang'), { signal: reading.signal });
    const second = parse(python('fine'), { signal: waiting.signal });
    const third = parse(python('fine'));
    waiting.abort();
    await expect(second).rejects.toMatchObject({ code: 'CANCELLED' });
    reading.abort();
    await expect(first).rejects.toMatchObject({ code: 'CANCELLED' });
    await expect(third).resolves.toMatchObject({ language: 'python' });
    await expect(parse(python('fine'), { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('give up a file whose grammar takes too long, and read the next', async () => {
    const { parse } = open({ processes: 1, timeoutMs: 50 });
    await parse(python('x = 1'));
    const long = python(`x = ${'[('.repeat(500_000)}`);
    await expect(parse(long)).rejects.toMatchObject({ code: 'TIMEOUT', message: expect.stringContaining('0.05 s') });
    expect((await parse(python('def f(): pass'))).symbols).toHaveLength(2);
  });
});

describe('the process that started them', () => {
  const program = (after: string) => `
    import { createCodeParser } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)};
    const logger = { log() {}, child: () => logger };
    const parser = createCodeParser({ logger, processes: 1, idleMs: 60_000, entry: new URL(${JSON.stringify(obedient.href)}) });
    process.stdout.write((await parser.parse({ language: 'python', text: 'pid' })).doc);
    ${after}`;
  let parent: ChildProcess;
  const run = (after: string) =>
    (parent = spawn(process.execPath, ['--input-type=module', '-e', program(after)], { stdio: 'pipe' }));
  afterEach(() => parent.kill('SIGKILL'));

  it('is not kept alive by them, and nothing but its own is on its stdout', async () => {
    let output = '';
    run('').stdout?.on('data', (chunk) => (output += String(chunk)));
    const [code] = (await once(parent, 'close')) as [number];
    expect([code, output]).toEqual([0, expect.stringMatching(/^\d+$/u)]);
    await condition(() => !isAlive(Number(output)));
  });

  it('takes them along when it dies', async () => {
    const [chunk] = (await once(run('setInterval(() => {}, 1000)').stdout as NodeJS.ReadableStream, 'data')) as [
      Buffer,
    ];
    parent.kill('SIGKILL');
    await condition(() => !isAlive(Number(String(chunk))));
  });
});

/** Not one that has ended and waits to be reaped. */
function isAlive(pid: number): boolean {
  if (!readdirSync('/proc').includes(String(pid))) return false;
  try {
    return !/^\d+ \(.*\) Z/u.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
