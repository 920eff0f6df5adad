/**
 * Runs a program and says who called whom: Node's own debugger stops at every place where it can, and each time the stack is read.
 * What natives call (`list.map(f)`) counts as called by who called the native; what the event loop calls has no caller.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

/** File and line of a definition; line 0 is a module's own code. */
export type TracedEdge = readonly [callerFile: string, callerLine: number, calleeFile: string, calleeLine: number];

export interface Traced {
  readonly edges: TracedEdge[];
  /** Lines at which it stopped, by file. */
  readonly lines: Map<string, Set<number>>;
}

export interface TraceOptions {
  /** A place is passed over once it has stopped there so often without showing anything new. */
  readonly mostStops?: number;
  /** A folder of packages that the files may import. */
  readonly modules?: string;
}

interface Frame {
  readonly functionName: string;
  readonly location?: { readonly scriptId: string; readonly lineNumber: number };
  readonly functionLocation?: {
    readonly scriptId: string;
    readonly lineNumber: number;
    readonly columnNumber: number;
  };
}

interface Paused {
  readonly callFrames: readonly Frame[];
  readonly hitBreakpoints?: readonly string[];
}

interface Parsed {
  readonly scriptId: string;
  readonly url: string;
}

interface Answer {
  readonly id: number;
  readonly result?: { readonly locations?: readonly { readonly lineNumber: number; readonly columnNumber: number }[] };
}

/** As much of the debugger's protocol as is needed. */
type Message =
  | Answer
  | { readonly method: 'Debugger.paused'; readonly params: Paused }
  | { readonly method: 'Debugger.scriptParsed'; readonly params: Parsed }
  | { readonly method: 'Runtime.executionContextDestroyed' };

export async function trace(files: Readonly<Record<string, string>>, options: TraceOptions = {}): Promise<Traced> {
  const folder = mkdtempSync(path.join(tmpdir(), 'zapomni-trace-'));
  try {
    writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
    if (options.modules !== undefined) symlinkSync(options.modules, path.join(folder, 'node_modules'));
    return await run(folder, Object.keys(files)[0] as string, options);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(folder: string, main: string, options: TraceOptions): Promise<Traced> {
  const child = spawn(process.execPath, ['--inspect-brk=127.0.0.1:0', main], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    const socket = new WebSocket(await addressOf(child.stderr));
    await once(socket as unknown as NodeJS.EventEmitter, 'open').catch(() => undefined);
    return await new Tracer(socket, `${pathToFileURL(folder).href}/`, options).run();
  } finally {
    child.kill();
  }
}

async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const found = /ws:\/\/\S+/.exec(line);
    if (found) return found[0];
  }
  throw new Error('The debugger did not start.');
}

class Tracer {
  readonly #socket: WebSocket;
  readonly #root: string;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  readonly #edges = new Map<string, TracedEdge>();
  readonly #names = new Map<string, string>();
  readonly #lines = new Map<string, Set<number>>();
  readonly #stops = new Map<string, number>();
  readonly #mostStops: number;
  #scripts: string[] = [];
  #id = 0;

  constructor(socket: WebSocket, root: string, { mostStops = Number.POSITIVE_INFINITY }: TraceOptions) {
    this.#socket = socket;
    this.#root = root;
    this.#mostStops = mostStops;
  }

  run(): Promise<Traced> {
    const ended = new Promise<void>((resolve) => {
      this.#socket.addEventListener('close', () => resolve());
      this.#socket.addEventListener('message', ({ data }) => {
        const message = JSON.parse(String(data)) as Message;
        if ('id' in message) this.#waiting.get(message.id)?.(message);
        else if (message.method === 'Debugger.scriptParsed') this.#parsed(message.params);
        else if (message.method === 'Debugger.paused') void this.#paused(message.params);
        else if (message.method === 'Runtime.executionContextDestroyed') resolve();
      });
    });
    return this.#start().then(async () => {
      await ended;
      return { edges: [...this.#edges.values()], lines: this.#lines };
    });
  }

  async #start(): Promise<void> {
    await this.#ask('Runtime.enable');
    await this.#ask('Debugger.enable');
    await this.#ask('Debugger.setInstrumentationBreakpoint', { instrumentation: 'beforeScriptExecution' });
    await this.#ask('Runtime.runIfWaitingForDebugger');
  }

  #parsed({ scriptId, url }: Parsed): void {
    if (!url.startsWith(this.#root)) return;
    this.#scripts.push(scriptId);
    this.#names.set(scriptId, url.slice(this.#root.length));
  }

  async #paused({ callFrames, hitBreakpoints = [] }: Paused): Promise<void> {
    for (const scriptId of this.#scripts.splice(0)) await this.#breakEverywhere(scriptId);
    const places = callFrames.map((frame) => this.#placeOf(frame)).filter((place) => place !== null);
    const before = this.#edges.size;
    for (let i = 0; i + 1 < places.length; i++) {
      const edge: TracedEdge = [...(places[i + 1] as [string, number]), ...(places[i] as [string, number])];
      this.#edges.set(edge.join(' '), edge);
    }
    this.#note(callFrames[0]?.location);
    for (const breakpointId of hitBreakpoints) this.#count(breakpointId, this.#edges.size > before);
    this.#tell('Debugger.resume');
  }

  #note(location: Frame['location']): void {
    const file = location && this.#names.get(location.scriptId);
    if (!location || file === undefined) return;
    this.#lines.set(file, (this.#lines.get(file) ?? new Set()).add(location.lineNumber + 1));
  }

  #count(breakpointId: string, isNew: boolean): void {
    const stops = isNew ? 0 : (this.#stops.get(breakpointId) ?? 0) + 1;
    this.#stops.set(breakpointId, stops);
    if (stops >= this.#mostStops) this.#tell('Debugger.removeBreakpoint', { breakpointId });
  }

  async #breakEverywhere(scriptId: string): Promise<void> {
    const { result } = await this.#ask('Debugger.getPossibleBreakpoints', {
      start: { scriptId, lineNumber: 0, columnNumber: 0 },
    });
    await Promise.all(
      (result?.locations ?? []).map(({ lineNumber, columnNumber }) =>
        this.#ask('Debugger.setBreakpoint', { location: { scriptId, lineNumber, columnNumber } }),
      ),
    );
  }

  #placeOf({ functionName, functionLocation: at }: Frame): [string, number] | null {
    const file = at && this.#names.get(at.scriptId);
    if (!at || file === undefined) return null;
    const isModule = functionName === '' && at.lineNumber === 0 && at.columnNumber === 0;
    return [file, isModule ? 0 : at.lineNumber + 1];
  }

  #tell(method: string, params: object = {}): number {
    this.#id += 1;
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ id: this.#id, method, params }));
    return this.#id;
  }

  #ask(method: string, params: object = {}): Promise<Answer> {
    const id = this.#tell(method, params);
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }
}
