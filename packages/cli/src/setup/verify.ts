/** Starts what was written as a client would, and waits until it has answered: the only proof that it works. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Connection } from './clients/client.ts';

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
    const answers = connection.kind === 'stdio' ? await overStdio(connection, home) : await overHttp(connection.url);
    return answers;
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
  if (name !== 'zapomni') return { ok: false, detail: `Something else answered${name ? `: ${name}` : ''}.` };
  return { ok: true, detail: `${name} ${version ?? ''} answered with ${tools} tools.` };
}

function parsed(line: string): Record<string, unknown> | null {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return null;
  }
}

async function overHttp(url: string): Promise<Verified> {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: HELLO });
  const answer = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(PATIENCE_MS) });
  if (answer.status === 401) return { ok: false, detail: 'The server wants a token: add it to the entry by hand.' };
  if (!answer.ok) return { ok: false, detail: `The server answered ${answer.status}.` };
  const text = await answer.text();
  const name = /"serverInfo":\{[^}]*"name":"([^"]+)"/.exec(text)?.[1];
  const version = /"serverInfo":\{[^}]*"version":"([^"]+)"/.exec(text)?.[1] ?? '';
  if (name !== 'zapomni') return { ok: false, detail: 'Something else answered there.' };
  return { ok: true, detail: `${name} ${version} answered at that address.` };
}

function reason(error: unknown): string {
  const { message, cause } = error as Error & { cause?: { code?: string } };
  const text =
    cause?.code === 'ECONNREFUSED' ? 'Nobody listens at that address: start `zapomni serve --http-port …`.' : message;
  return text.slice(0, LONGEST_REASON);
}
