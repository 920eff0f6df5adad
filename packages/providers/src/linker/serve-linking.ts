/** The process that links, from inside: it takes files until there are no more, and gives what is found as it is asked for. */
import { inspect } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { toZapomniError } from '@zapomni/core/errors';
import type { CodeLinker, FileLinks, PackedFacts } from '@zapomni/core/ports';
import type { LinkOrder, LinkReply } from './messages.ts';

/** Of one message. */
const MOST_FILES = 500;
const MOST_LENGTH = 2_000_000;

/**
 * The last and dearest way of compiling a function is only worth its time to who runs for minutes: a thousand files are linked before that
 * has paid for itself. A Node that does not know the word goes on without it.
 */
export function compileLess(): void {
  setFlagsFromString('--invocation-count-for-turbofan=100000');
}

/** Until the process that started it ends or wants it no more. `link` is what it does. */
export function serveLinking(link: CodeLinker['link']): void {
  compileLess();
  const serving = new Serving(link);
  process.on('message', (order: LinkOrder) => {
    serving.answer(order).then(reply, (error: unknown) => reply(toFailure(error)));
  });
  // A terminal sends its signals to the whole group; the parent decides when to stop, and may still need answers.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
  // Also how the parent's own sudden death is noticed.
  process.on('disconnect', () => process.exit());
  reply({ kind: 'ready' });
}

class Serving {
  readonly #link: CodeLinker['link'];
  readonly #files: PackedFacts[] = [];
  #about: Pick<Extract<LinkOrder, { kind: 'begin' }>, 'repository' | 'manifests'> = { repository: '', manifests: [] };
  #found: AsyncIterator<FileLinks> | undefined;

  constructor(link: CodeLinker['link']) {
    this.#link = link;
  }

  async answer(order: LinkOrder): Promise<LinkReply> {
    switch (order.kind) {
      case 'begin':
        this.#about = { repository: order.repository, manifests: order.manifests };
        return { kind: 'took' };
      case 'files':
        this.#files.push(...order.files);
        return { kind: 'took' };
      case 'end':
        this.#found = this.#link({ ...this.#about, files: inTurn(this.#files.splice(0)) })[Symbol.asyncIterator]();
        return this.#next();
      case 'more':
        return this.#next();
    }
  }

  async #next(): Promise<LinkReply> {
    const files: FileLinks[] = [];
    for (let length = 0; files.length < MOST_FILES && length < MOST_LENGTH;) {
      const next = await this.#found?.next();
      if (!next || next.done) break;
      files.push(next.value);
      length += lengthOf(next.value);
    }
    return files.length === 0 ? { kind: 'done' } : { kind: 'links', files };
  }
}

async function* inTurn(files: readonly PackedFacts[]): AsyncGenerator<PackedFacts> {
  yield* files;
}

function lengthOf({ edges, inbound, numbers }: FileLinks): number {
  const parts = (inbound ?? []).reduce((sum, { packed }) => sum + packed.length, 0);
  return (edges?.length ?? 0) + parts + (numbers?.length ?? 0) * 50;
}

function toFailure(error: unknown): LinkReply {
  const { code, message, cause } = toZapomniError(error);
  return { kind: 'failed', code, message, cause: cause === undefined ? '' : inspect(cause) };
}

function reply(message: LinkReply): void {
  process.send?.(message);
}
