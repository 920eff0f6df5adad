/** A server as a client starts it: a child process, one JSON line a message. Nothing between the clock and the pipe. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

interface Answer {
  readonly id?: number;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
}

const INITIALIZE = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1' },
};

export class McpProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #nextId = 1;

  constructor(script: string, env: Record<string, string> = {}, args: readonly string[] = []) {
    this.#child = spawn(process.execPath, [script, ...args], { env: { ...process.env, LOG_LEVEL: 'error', ...env } });
    this.#child.stderr.resume();
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      const answer = JSON.parse(line) as Answer;
      if (answer.id === undefined) return;
      this.#waiting.get(answer.id)?.(answer);
      this.#waiting.delete(answer.id);
    });
  }

  async request(method: string, params: unknown = {}): Promise<Record<string, unknown>> {
    const id = this.#nextId++;
    const answer = await new Promise<Answer>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result ?? {};
  }

  async initialize(): Promise<void> {
    await this.request('initialize', INITIALIZE);
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Structured content of a tool's answer. */
  async call(name: string, args: unknown): Promise<Record<string, unknown>> {
    const result = await this.request('tools/call', { name, arguments: args });
    if (result.isError) throw new Error(`${name}: ${JSON.stringify(result.content)}`);
    return result.structuredContent as Record<string, unknown>;
  }

  /** Resident memory in MB, the processes it started included, where the system tells. */
  rssMb(): number | null {
    return this.#child.pid === undefined ? null : residentMb(this.#child.pid);
  }

  /** The same with pages that processes share divided among them: what sums over processes have to be made of. */
  pssMb(): number | null {
    return this.#child.pid === undefined ? null : proportionalMb(this.#child.pid);
  }

  /** Processor time in ms, of the processes it started too, where the system tells. */
  cpuMs(): number | null {
    return this.#child.pid === undefined ? null : processorMs(this.#child.pid);
  }

  /** To the processes that it started, too. */
  signalAll(name: NodeJS.Signals): void {
    const tell = (pid: number): void => {
      process.kill(pid, name);
      for (const child of childrenOf(pid)) tell(child);
    };
    if (this.#child.pid !== undefined) tell(this.#child.pid);
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  /** Ends it as a service manager does. */
  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    if (this.#child.exitCode === null) await once(this.#child, 'exit');
  }

  /** Closes stdin, as a client does, and waits for the end. */
  async end(): Promise<void> {
    this.#child.stdin.end();
    if (this.#child.exitCode === null) await once(this.#child, 'exit');
  }
}

const residentMb = (pid: number): number | null => measuredMb(pid, 'status', /VmRSS:\s+(\d+)/);
const proportionalMb = (pid: number): number | null => measuredMb(pid, 'smaps_rollup', /^Pss:\s+(\d+)/m);

/** The system counts in hundredths of a second. */
export function processorMs(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const own = (Number(fields[11]) + Number(fields[12])) * 10;
    return childrenOf(pid).reduce((sum, child) => sum + (processorMs(child) ?? 0), own);
  } catch {
    return null;
  }
}

function childrenOf(pid: number): number[] {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return listed.split(' ').filter(Boolean).map(Number);
}

function measuredMb(pid: number, file: string, figure: RegExp): number | null {
  try {
    const kb = figure.exec(readFileSync(`/proc/${pid}/${file}`, 'utf8'))?.[1] ?? 0;
    return childrenOf(pid).reduce((sum, child) => sum + (measuredMb(child, file, figure) ?? 0), Number(kb) / 1024);
  } catch {
    return null;
  }
}
