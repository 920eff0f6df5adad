/** Servers as processes of their own, known by the port that they name on stderr. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { createInterface } from 'node:readline';
import type { Command } from './matrix-client.ts';

/** The address that a server tells of in its log. Goes on reading, so that the server is never held up by its log. */
export async function originFrom(stderr: NodeJS.ReadableStream): Promise<string> {
  const said: string[] = [];
  for await (const line of createInterface({ input: stderr as Readable })) {
    said.push(line);
    const { event, port } = fieldsOf(line);
    if (event !== 'http_listening') continue;
    stderr.resume();
    return `http://127.0.0.1:${port}`;
  }
  throw new Error(`The server does not listen:\n${said.join('\n')}`);
}

function fieldsOf(line: string): { event?: string; port?: number } {
  try {
    return JSON.parse(line) as { event?: string; port?: number };
  } catch {
    return {};
  }
}

export interface Listening {
  readonly child: ChildProcess;
  readonly origin: string;
}

export async function startListening({ args, env }: Command): Promise<Listening> {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'ignore', 'pipe'] });
  return { child, origin: await originFrom(child.stderr) };
}

export async function stopListening({ child }: Listening): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
