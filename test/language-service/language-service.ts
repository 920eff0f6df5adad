/** TypeScript's own language service, asked over the protocol that editors speak with it: who calls what stands at a place. */
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const PROGRAM = path.join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');

/** Where a call is written: the name of what is called. */
export interface CallSite {
  readonly path: string;
  readonly offset: number;
}

interface Answer {
  readonly id?: number;
  readonly method?: string;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
  readonly params?: { readonly items?: readonly unknown[] };
}

interface Range {
  readonly start: { readonly line: number; readonly character: number };
}

export class LanguageService {
  readonly #root: string;
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  readonly #texts = new Map<string, string>();
  #received = Buffer.alloc(0);
  #last = 0;

  private constructor(root: string) {
    this.#root = root;
    this.#child = spawn(process.execPath, [PROGRAM, '--lsp', '--stdio'], {
      cwd: root,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.#child.stdout?.on('data', (piece: Buffer) => this.#hear(piece));
  }

  static async open(root: string): Promise<LanguageService> {
    const service = new LanguageService(root);
    const rootUri = pathToFileURL(root).href;
    const folders = [{ uri: rootUri, name: 'sources' }];
    await service.#ask('initialize', { processId: null, rootUri, capabilities: {}, workspaceFolders: folders });
    service.#tell('initialized', {});
    return service;
  }

  /** Every call of what is named at an offset of a file. */
  async callsOf(file: string, offset: number): Promise<CallSite[]> {
    const uri = this.#uriOf(file);
    if (!this.#texts.has(file)) {
      const text = this.#text(file);
      this.#tell('textDocument/didOpen', { textDocument: { uri, languageId: 'typescript', version: 1, text } });
    }
    const before = this.#text(file).slice(0, offset).split('\n');
    const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
    const items = (await this.#ask('textDocument/prepareCallHierarchy', { textDocument: { uri }, position })) as
      | readonly unknown[]
      | null;
    const sites: CallSite[] = [];
    for (const item of items ?? []) {
      const calls = await this.#ask('callHierarchy/incomingCalls', { item });
      for (const { from, fromRanges } of (calls ?? []) as { from: { uri: string }; fromRanges: Range[] }[]) {
        const caller = path.relative(this.#root, fileURLToPath(from.uri)).replaceAll(path.sep, '/');
        for (const { start } of fromRanges) sites.push({ path: caller, offset: this.#offset(caller, start) });
      }
    }
    return sites;
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    await this.#ask('shutdown');
    this.#tell('exit');
    this.#child.stdin?.end();
    await ended;
  }

  #uriOf(file: string): string {
    return pathToFileURL(path.join(this.#root, file)).href;
  }

  #text(file: string): string {
    const known = this.#texts.get(file) ?? readFileSync(path.join(this.#root, file), 'utf8');
    this.#texts.set(file, known);
    return known;
  }

  #offset(file: string, { line, character }: Range['start']): number {
    let at = 0;
    for (let i = 0; i < line; i++) at = this.#text(file).indexOf('\n', at) + 1;
    return at + character;
  }

  #ask(method: string, params?: unknown): Promise<unknown> {
    const id = ++this.#last;
    const answered = new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(id, ({ result, error }) => (error ? reject(new Error(error.message)) : resolve(result)));
    });
    this.#send({ id, method, params });
    return answered;
  }

  #tell(method: string, params?: unknown): void {
    this.#send({ method, params });
  }

  #send(message: object): void {
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
    this.#child.stdin?.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.#child.stdin?.write(body);
  }

  #hear(piece: Buffer): void {
    this.#received = Buffer.concat([this.#received, piece]);
    for (;;) {
      const head = this.#received.indexOf('\r\n\r\n');
      const length = Number(
        /content-length: *(\d+)/i.exec(this.#received.toString('latin1', 0, Math.max(head, 0)))?.[1],
      );
      if (head < 0 || this.#received.length < head + 4 + length) return;
      const body = this.#received.subarray(head + 4, head + 4 + length);
      this.#received = this.#received.subarray(head + 4 + length);
      this.#take(JSON.parse(body.toString()) as Answer);
    }
  }

  /** It asks too, for settings: it gets none. */
  #take(answer: Answer): void {
    if (answer.id === undefined) return;
    if (answer.method === undefined) this.#waiting.get(answer.id)?.(answer);
    else this.#send({ id: answer.id, result: answer.params?.items?.map(() => null) ?? null });
  }
}
