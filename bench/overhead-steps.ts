/** The steps of a request inside one process, in microseconds: reading it, finding who answers, writing the answer. */
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { McpBaseServer } from '@zapomni/server';
import { z } from 'zod';
import { sortMessage } from '../packages/server/src/protocol/json-rpc-message.ts';
import { round, spread, type Spread } from './lib/figures.ts';
import { line, type Line } from './lib/lines.ts';

const TIMES = 20_000;
const INPUT = z.strictObject({
  text: z.string().min(1).max(100_000),
  tags: z.array(z.string()).max(100).optional(),
  metadata: z.record(z.string(), z.json()).optional(),
});
const ARGUMENTS = {
  text: 'A sentence of an ordinary note. '.repeat(30),
  tags: ['a', 'b'],
  metadata: { source: 'bench' },
};
const LINE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'nothing', arguments: ARGUMENTS },
});
/** As large as an answer with ten hits. */
const RESULT = {
  content: [{ type: 'text', text: 'A hit with its passage. '.repeat(200) }],
  structuredContent: { count: 10, results: Array.from({ length: 10 }, (_, i) => ({ id: i, ...ARGUMENTS })) },
  isError: false,
};

export async function measureSteps(): Promise<{ steps: Record<string, Spread>; rows: Record<string, Line> }> {
  const server = new McpBaseServer({ name: 'bench', version: '1', logger: createRecordingLogger() });
  const hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
  server.registerTool({
    name: 'nothing',
    title: 'nothing',
    description: 'Does nothing.',
    annotations: hints,
    input: INPUT,
    execute: async () => ({ text: '' }),
  });
  const message: unknown = JSON.parse(LINE);
  const steps = {
    parse: spread(sampled(() => void sortMessage(JSON.parse(LINE), 'required'))),
    validate: spread(sampled(() => void INPUT.parse(ARGUMENTS))),
    // With its log lines and its entry in the statistics: more than the look-up alone.
    route: spread(await sampledAsync(() => server.handleRequest({ id: 1, method: 'ping' }))),
    format: spread(sampled(() => void JSON.stringify({ jsonrpc: '2.0', id: 1, result: RESULT }))),
    wholeCall: spread(await sampledAsync(() => server.handleRequest(message))),
  };
  const { parse, validate, route, format, wholeCall } = steps;
  const reading = round(parse.p95 + validate.p95);
  const measured = { parseAndValidate: reading, route: route.p95, format: format.p95 };
  return {
    steps,
    rows: {
      R114: line(
        'reading and checking, finding who answers, writing the answer: in one process, p95 µs',
        '< 1000, < 100 and < 1000 µs',
        measured,
        reading < 1000 && route.p95 < 100 && format.p95 < 1000,
      ),
      R168: line(
        'parsing, validation, delegation, formatting and all of it: in one process, p95 µs',
        '< 10,000, < 5000, < 1000, < 5000 and < 20,000 µs',
        { parse: parse.p95, validate: validate.p95, delegate: route.p95, format: format.p95, all: wholeCall.p95 },
        parse.p95 < 10_000 && validate.p95 < 5000 && route.p95 < 1000 && format.p95 < 5000 && wholeCall.p95 < 20_000,
      ),
    },
  };
}

function sampled(work: () => void): number[] {
  return Array.from({ length: TIMES }, () => {
    const began = performance.now();
    work();
    return (performance.now() - began) * 1000;
  });
}

async function sampledAsync(work: () => Promise<unknown>): Promise<number[]> {
  const samples: number[] = [];
  for (let i = 0; i < TIMES; i++) {
    const began = performance.now();
    await work();
    samples.push((performance.now() - began) * 1000);
  }
  return samples;
}
