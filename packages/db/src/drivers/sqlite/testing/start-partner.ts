/** Starts other processes that use the store a test uses. */
import { fork, type ChildProcess } from 'node:child_process';
import type { Storage } from '@zapomni/core/ports';
import type { EngineOptions } from '../connection/protocol.ts';

type RemotePort =
  | 'memories'
  | 'workspaces'
  | 'fullText'
  | 'vectors'
  | 'embeddings'
  | 'extractions'
  | 'graph'
  | 'storage';

export interface PartnerRequest {
  readonly id: number;
  readonly port: RemotePort;
  readonly method: string;
  readonly args: readonly unknown[];
}

interface PartnerReply {
  readonly id: number;
  readonly value?: unknown;
  readonly failure?: { readonly code: string; readonly message: string; readonly hint: string };
}

/** A storage whose calls are made by another process. Failures carry `code`, `message` and `hint`. */
export type Partner = Pick<
  Storage,
  | 'memories'
  | 'workspaces'
  | 'fullText'
  | 'vectors'
  | 'embeddings'
  | 'extractions'
  | 'graph'
  | 'inspect'
  | 'version'
  | 'close'
>;

export function startPartner(options: EngineOptions, uid?: number): Partner {
  const child = fork(new URL('./partner.ts', import.meta.url), [JSON.stringify(options)], {
    execArgv: [],
    serialization: 'advanced',
    ...(uid === undefined ? {} : { uid, gid: uid, cwd: '/' }),
  });
  const call = createCaller(child);
  const port = <Name extends Exclude<RemotePort, 'storage'>>(name: Name): Storage[Name] =>
    new Proxy(
      {},
      {
        get:
          (_, method: string) =>
          (...args: unknown[]) =>
            call(name, method, args),
      },
    ) as Storage[Name];
  return {
    memories: port('memories'),
    workspaces: port('workspaces'),
    fullText: port('fullText'),
    vectors: port('vectors'),
    embeddings: port('embeddings'),
    extractions: port('extractions'),
    graph: port('graph'),
    version: () => call('storage', 'version', []) as Promise<string>,
    inspect: (deep) => call('storage', 'inspect', [deep]) as ReturnType<Storage['inspect']>,
    close: () => stop(child),
  };
}

type Caller = (port: RemotePort, method: string, args: readonly unknown[]) => Promise<unknown>;

function createCaller(child: ChildProcess): Caller {
  const waiting = new Map<number, (reply: PartnerReply) => void>();
  let nextId = 1;
  child.on('message', (reply: PartnerReply) => waiting.get(reply.id)?.(reply));
  return (port, method, args) =>
    new Promise((resolve, reject) => {
      const id = nextId++;
      waiting.set(id, (reply) => {
        if (reply.failure) reject(Object.assign(new Error(reply.failure.message), reply.failure));
        else resolve(reply.value);
      });
      child.once('exit', (status) => reject(new Error(`the partner ended with ${status}`)));
      child.setMaxListeners(0);
      child.send({ id, port, method, args } satisfies PartnerRequest);
    });
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve));
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.disconnect();
  await exited;
}
