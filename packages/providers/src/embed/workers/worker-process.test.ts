import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findBuiltinModel } from '../builtin-model.ts';

/** A program that embeds one text and then does what `after` says. */
const program = (modelDir: string, after: string) => `
  import { createBuiltinEmbedder } from ${JSON.stringify(new URL('../index.ts', import.meta.url).href)};
  const logger = { log() {}, child: () => logger };
  const embedder = createBuiltinEmbedder({ modelDir: ${JSON.stringify(modelDir)}, workers: 1, logger });
  const [{ vector }] = await embedder.embed(['text'], { role: 'query' });
  process.stdout.write('embedded ' + vector.length);
  ${after}`;

let folder: string;
let modelDir: string;
let parent: ChildProcess;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zapomni-worker-'));
  modelDir = join(folder, 'model');
  symlinkSync(findBuiltinModel(), modelDir, 'junction');
});
afterEach(() => {
  parent.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

const run = (after: string) => {
  parent = spawn(process.execPath, ['--input-type=module', '-e', program(modelDir, after)], { stdio: 'pipe' });
  return parent;
};
/** The worker carries the model's folder in its command line, and that folder is this test's own. */
const workers = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== parent.pid)
    .filter((pid) => commandLine(pid).includes(modelDir));
const commandLine = (pid: string) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
};

describe('worker process', () => {
  it('does not keep its parent alive, and adds nothing to its stdout', async () => {
    let output = '';
    run('').stdout?.on('data', (chunk) => (output += String(chunk)));
    const [code] = (await once(parent, 'close')) as [number];
    expect([code, output]).toEqual([0, 'embedded 384']);
  });

  it('lets a parent that closes go on to its end', async () => {
    let output = '';
    run(`await embedder.close(); process.stdout.write(', closed')`).stdout?.on('data', (chunk) => (output += chunk));
    const [code] = (await once(parent, 'close')) as [number];
    expect([code, output]).toEqual([0, 'embedded 384, closed']);
  });

  it.runIf(process.platform === 'linux')('ends when its parent is killed', async () => {
    await once(run('setInterval(() => {}, 1000)').stdout as NodeJS.ReadableStream, 'data');
    expect(workers()).toHaveLength(1);
    parent.kill('SIGKILL');
    await expect.poll(workers).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('outlives the signals of a terminal while its parent does', async () => {
    const after = `process.stdin.on('data', async () => {
      const again = await embedder.embed(['more'], { role: 'query' });
      process.stdout.write('again ' + again.length);
      process.exit();
    })`;
    await once(run(after).stdout as NodeJS.ReadableStream, 'data');
    const [worker] = workers();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.kill(Number(worker), signal);
    parent.stdin?.write('go');
    const [answer] = (await once(parent.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
    expect(String(answer)).toBe('again 1');
    expect(workers()).toEqual([worker]);
  });
});
