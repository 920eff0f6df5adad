/** A process that parses: one file at a time, until the process that started it ends or wants it no more. */
import { inspect } from 'node:util';
import { toZapomniError } from '@zapomni/core/errors';
import { encodeFacts, outlineOf, type CodeFacts } from '@zapomni/core/ports';
import type { ParseFailure, ParseReply, ParseRequest } from './messages.ts';

async function main(): Promise<void> {
  const { createSourceReader } = await import('./source-reader.ts');
  const reader = await createSourceReader();
  process.on('message', ({ source, timeoutMs, isPacked }: ParseRequest) => {
    reader.read(source, timeoutMs).then(
      (facts) => reply(isPacked ? packed(facts) : { kind: 'facts', json: JSON.stringify(facts), memoryMb: memoryMb() }),
      (error: unknown) => reply({ kind: 'failed', failure: toFailure(error), memoryMb: memoryMb() }),
    );
  });
  reply({ kind: 'ready' });
}

function packed(facts: CodeFacts): ParseReply {
  return { kind: 'facts', json: JSON.stringify(outlineOf(facts)), packed: encodeFacts(facts), memoryMb: memoryMb() };
}

const memoryMb = () => Math.round(process.memoryUsage.rss() / 1_048_576);

function toFailure(error: unknown): ParseFailure {
  const { code, message, cause } = toZapomniError(error);
  return { code, message, cause: cause === undefined ? '' : inspect(cause) };
}

function reply(message: ParseReply): void {
  process.send?.(message);
}

// A terminal sends its signals to the whole group; the parent decides when to stop, and may still need answers.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
// Also how the parent's own sudden death is noticed.
process.on('disconnect', () => process.exit());
void main();
