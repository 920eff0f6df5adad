/** The port: each repository is linked by a process of its own, whose memory goes with it. */
import type { CodeLinker, CodeLinkRequest, FileLinks, Logger, PackedFacts } from '@zapomni/core/ports';
import { cancelled, LinkProcess, type LinkProcessOptions } from './link-process.ts';

export interface CodeLinkerOptions {
  readonly logger: Logger;
  /** What the processes run: a module that calls `serveLinking`. */
  readonly entry: URL;
  /** Of the heap of one; 640. */
  readonly mostMemoryMb?: number;
}

/** Facts that are sent at once, in bytes. */
const MOST_BYTES = 2_000_000;

/** See the `CodeLinker` contract. Starts no process before it is asked. */
export function createCodeLinker({ logger, entry, mostMemoryMb = 640 }: CodeLinkerOptions): CodeLinker {
  const options: LinkProcessOptions = { logger, entry, mostMemoryMb };
  const running = new Set<LinkProcess>();
  let isClosed = false;
  return {
    async *link(asked, { signal } = {}) {
      if (isClosed || signal?.aborted) throw cancelled();
      const linking = new LinkProcess(options);
      const stop = () => void linking.end();
      running.add(linking);
      signal?.addEventListener('abort', stop, { once: true });
      try {
        yield* linked(linking, asked);
      } finally {
        signal?.removeEventListener('abort', stop);
        running.delete(linking);
        await linking.end();
      }
    },
    async close() {
      isClosed = true;
      await Promise.all([...running].map((linking) => linking.end()));
    },
  };
}

async function* linked(linking: LinkProcess, asked: CodeLinkRequest): AsyncGenerator<FileLinks> {
  const { repository, manifests, files } = asked;
  await linking.ready();
  await linking.ask({ kind: 'begin', repository, manifests });
  for await (const some of inBatches(files)) await linking.ask({ kind: 'files', files: some });
  for (let reply = await linking.ask({ kind: 'end' }); reply.kind === 'links';) {
    yield* reply.files;
    reply = await linking.ask({ kind: 'more' });
  }
}

async function* inBatches(files: AsyncIterable<PackedFacts>): AsyncGenerator<PackedFacts[]> {
  let [batch, bytes]: [PackedFacts[], number] = [[], 0];
  for await (const file of files) {
    batch.push(file);
    bytes += file.facts.length;
    if (bytes < MOST_BYTES) continue;
    yield batch;
    [batch, bytes] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
