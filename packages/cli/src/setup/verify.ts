/** Starts what was written as a client would, and waits until it has answered: the only proof that it works. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Logger } from '@zapomni/core/ports';
import { systemClock } from '@zapomni/providers';
import { SERVER_NAME, type Connection } from './clients/client.ts';

export interface Verified {
  readonly ok: boolean;
  /** In words: who answered, or what went wrong. */
  readonly detail: string;
}

const PATIENCE_MS = 60_000;
const HELLO = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'zapomni-setup', version: '1' },
};
const LONGEST_REASON = 300;

export async function verify(connection: Connection, home: string): Promise<Verified> {
  try {
    return await (connection.kind === 'stdio' ? overStdio(connection, home) : overHttp(connection.url));
  } catch (error) {
    return { ok: false, detail: reason(error) };
  }
}

type Stdio = Extract<Connection, { kind: 'stdio' }>;

async function overStdio({ command, args }: Stdio, cwd: string): Promise<Verified> {
  const child = spawn(command, args, { cwd, stdio: 'pipe', windowsHide: true });
  const complaints: string[] = [];
  child.stderr.on('data', (piece: Buffer) => complaints.push(piece.toString()));
  // A server that ends early leaves nobody to write to.
  child.stdin.on('error', () => undefined);
  try {
    return await handshake(child);
  } catch (error) {
    const said = complaints.join('').trim().split('\n').at(-1) ?? '';
    return { ok: false, detail: [reason(error), said].filter((text) => text !== '').join(' ') };
  } finally {
    child.stdin.end();
    child.kill();
  }
}

async function handshake(child: ChildProcessWithoutNullStreams): Promise<Verified> {
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const failed = new Promise<never>((_, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      reject(new Error(error.code === 'ENOENT' ? 'The command is not there.' : error.message));
    });
    child.once('exit', (code) => reject(new Error(`It ended at once (${code ?? 'killed'}).`)));
    setTimeout(() => reject(new Error('It did not answer within a minute.')), PATIENCE_MS).unref();
  });
  failed.catch(() => undefined);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answerTo = async (id: number): Promise<Record<string, unknown>> => {
    for (;;) {
      const { value, done } = await Promise.race([lines.next(), failed]);
      if (done) return failed;
      const message = parsed(value);
      if (message?.['id'] === id) return (message['result'] ?? {}) as Record<string, unknown>;
    }
  };
  send({ id: 1, method: 'initialize', params: HELLO });
  const hello = await answerTo(1);
  send({ method: 'notifications/initialized' });
  send({ id: 2, method: 'tools/list' });
  return described(hello, await answerTo(2));
}

function described(hello: Record<string, unknown>, list: Record<string, unknown>): Verified {
  const { name, version } = (hello['serverInfo'] ?? {}) as { name?: string; version?: string };
  const tools = Array.isArray(list['tools']) ? list['tools'].length : 0;
  if (name !== SERVER_NAME) return { ok: false, detail: `Something else answered${name ? `: ${name}` : ''}.` };
  return { ok: true, detail: `${name} ${version ?? ''} answered with ${tools} tools.` };
}

function parsed(line: string): Record<string, unknown> | null {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return null;
  }
}

/** The address is the user's own word, so that it may be a private one. */
async function overHttp(url: string): Promise<Verified> {
  const { createWeb } = await import('@zapomni/providers/web');
  const { host } = new URL(url);
  const web = createWeb({
    hosts: [],
    privateHosts: [host],
    userAgent: HELLO.clientInfo.name,
    clock: systemClock,
    logger: SILENT,
  });
  try {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: HELLO });
    const headers = { 'content-type': 'application/json' };
    const accept = 'application/json, text/event-stream';
    const answer = await web.fetch({ url, method: 'POST', headers, body, accept, as: 'text', cache: 'off' });
    return answered(answer.status, answer.body);
  } finally {
    await web.close();
  }
}

function answered(status: number, text: string): Verified {
  if (status === 401) return { ok: false, detail: 'The server wants a token: add it to the entry by hand.' };
  if (status >= 400) return { ok: false, detail: `The server answered ${status}.` };
  const info = /"serverInfo":\{[^}]*\}/.exec(text)?.[0] ?? '';
  const version = /"version":"([^"]+)"/.exec(info)?.[1] ?? '';
  if (!info.includes(`"name":"${SERVER_NAME}"`)) return { ok: false, detail: 'Something else answered there.' };
  return { ok: true, detail: `${SERVER_NAME} ${version} answered at that address.` };
}

const SILENT: Logger = { log: () => undefined, child: () => SILENT };

function reason(error: unknown): string {
  return (error as Error).message.slice(0, LONGEST_REASON);
}
