/**
 * One server for all, asked for a thousand times and killed again and again: four ask at once, one of them is killed at a random moment, and
 * then so is the server. Counted is what must not be: a second server while one runs, a start that fails, a process that is left.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as elapsed } from 'node:timers/promises';
import { round } from './lib/figures.ts';

const STARTS = Number(process.env['ZAPOMNI_BENCH_STARTS'] ?? 1000);
const AT_ONCE = 4;
const LONGEST_LIFE_MS = 400;

export async function benchBackground(script: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'zapomni-bench-'));
  const counted = { starts: 0, killedStarters: 0, killedServers: 0, failed: 0, twoAtOnce: 0 };
  const begun = performance.now();
  try {
    while (counted.starts < STARTS) {
      const starters = Array.from({ length: AT_ONCE }, () => ask(script, dataDir));
      counted.starts += AT_ONCE;
      const unlucky = elapsed(Math.random() * LONGEST_LIFE_MS).then(() => starters[0]?.kill());
      const answers = await Promise.all(starters.map(({ done }) => done));
      await unlucky;
      counted.killedStarters += answers.filter((answer) => answer === 'killed').length;
      counted.failed += answers.filter((answer) => answer === 'failed').length;
      const running = serving(dataDir);
      if (new Set(answers.filter((answer) => typeof answer === 'number')).size > 1) counted.twoAtOnce += 1;
      await elapsed(Math.random() * LONGEST_LIFE_MS);
      for (const pid of running) counted.killedServers += end(pid);
    }
    await elapsed(2000);
    for (let left = serving(dataDir); left.length > 0 && counted.starts < 2 * STARTS; left = serving(dataDir)) {
      // One that a killed starter had begun: it is the server, and ends as every server does.
      const { status } = await stopped(script, dataDir);
      if (status !== 0) break;
      await elapsed(2000);
    }
    return { ...counted, left: serving(dataDir).length, seconds: round((performance.now() - begun) / 1000, 0) };
  } finally {
    for (const pid of serving(dataDir)) end(pid);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

type Answer = number | 'killed' | 'failed';

function ask(script: string, dataDir: string): { readonly done: Promise<Answer>; kill(): void } {
  const child = spawn(process.execPath, [script, 'serve', '--background', '--json', '--data-dir', dataDir], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let text = '';
  child.stdout.on('data', (piece: Buffer) => (text += piece.toString()));
  const done = once(child, 'close').then((): Answer => {
    if (child.signalCode !== null) return 'killed';
    return child.exitCode === 0 ? (JSON.parse(text) as { pid: number }).pid : 'failed';
  });
  return { done, kill: () => child.kill('SIGKILL') };
}

async function stopped(script: string, dataDir: string): Promise<{ readonly status: number | null }> {
  const child = spawn(process.execPath, [script, 'stop', '--data-dir', dataDir], { stdio: 'ignore' });
  await once(child, 'close');
  return { status: child.exitCode };
}

function serving(dataDir: string): number[] {
  const lines = execFileSync('ps', ['-axww', '-o', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  return lines
    .filter((line) => line.includes(dataDir) && line.includes('--until-idle'))
    .map((line) => Number.parseInt(line, 10));
}

function end(pid: number): number {
  try {
    process.kill(pid, 'SIGKILL');
    return 1;
  } catch {
    return 0;
  }
}
