/** A home, a project and a data folder of their own, the programs that work there, and every process of them by its number. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as elapsed } from 'node:timers/promises';

const LOOK_MS = 100;

export interface Said {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export class Ground {
  readonly home: string;
  readonly project: string;
  readonly data: string;
  readonly #root: string;
  readonly #script: string;

  /** `script` is the command, built or from source. */
  constructor(script: string) {
    this.#script = script;
    this.#root = mkdtempSync(path.join(tmpdir(), 'zapomni-kills-'));
    [this.home, this.project, this.data] = ['home', 'shop', 'data'].map((name) => path.join(this.#root, name)) as [
      string,
      string,
      string,
    ];
    for (const folder of [path.join(this.home, '.claude'), path.join(this.project, '.git')])
      mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(this.project, '.zapomni.json'), '{"workspace": "shop"}');
  }

  /** As a client with the plugin runs it: the tools that hooks call are there too, and one server is shared. */
  get #env(): NodeJS.ProcessEnv {
    return {
      PATH: process.env['PATH'],
      HOME: this.home,
      TMPDIR: tmpdir(),
      ZAPOMNI_TOOLS: 'memory,workspaces,hooks',
      ZAPOMNI_PROJECTS: 'on',
      ZAPOMNI_GRAPH: 'off',
      ...(process.env['NODE_COMPILE_CACHE'] ? { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] } : {}),
    };
  }

  /** The data folder stands in the words of each, so that all of them can be found. */
  start(args: readonly string[]): ChildProcess {
    return this.#spawn([this.#script, ...args, '--data-dir', this.data]);
  }

  /** The file that `zapomni setup --hooks` put there. */
  startHook(): ChildProcess {
    return this.#spawn([path.join(this.data, 'hooks', 'hook.mjs')]);
  }

  #spawn(words: readonly string[]): ChildProcess {
    const child = spawn(process.execPath, words, { cwd: this.project, env: this.#env, stdio: 'pipe' });
    child.stdin?.on('error', () => undefined);
    child.stderr?.resume();
    return child;
  }

  async run(...args: string[]): Promise<Said> {
    const child = spawn(process.execPath, [this.#script, ...args, '--data-dir', this.data], {
      cwd: this.project,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { status: child.exitCode, stdout, stderr };
  }

  /** Every process that works here, whoever started it. */
  processes(): { readonly pid: number; readonly words: string }[] {
    const lines = execFileSync('ps', ['-axww', '-o', 'pid=,stat=,args='], { encoding: 'utf8' }).split('\n');
    return lines
      .filter((line) => line.includes(this.data))
      .map((line) => /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(line))
      .flatMap((found) =>
        found && !found[2]?.startsWith('Z') ? [{ pid: Number(found[1]), words: found[3] ?? '' }] : [],
      );
  }

  /** Those that serve all clients. */
  servers(): number[] {
    return this.processes()
      .filter(({ words }) => words.includes('--until-idle'))
      .map(({ pid }) => pid);
  }

  /** Names of files that only a process which is at work may have. */
  leftovers(): string[] {
    const all = readdirSync(this.data, { recursive: true, encoding: 'utf8' });
    return all.filter((file) => /\.(lock|break|tmp|sock)$|^run[\\/]door$/.test(file));
  }

  remove(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }
}

export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await elapsed(LOOK_MS);
}

/** Whether it was alive to be killed. */
export function killed(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}
