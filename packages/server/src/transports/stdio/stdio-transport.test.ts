import { verifies } from '@zapomni/testkit/verifies';
import * as fc from 'fast-check';
import { PassThrough, Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { MemoryLogger } from '../../testing/memory-logger.ts';
import { PipedServer, textOf } from '../../testing/piped-server.ts';
import { echo, entered, manual, tool } from '../../testing/sample-tools.ts';
import { createStdioTransport } from './index.ts';

const PING = '{"jsonrpc":"2.0","id":"alive","method":"ping"}\n';

/** A running server on a wire, which is asked whether it still lives at the end. */
async function onWire(
  work: (piped: PipedServer) => Promise<void>,
  options: ConstructorParameters<typeof PipedServer>[0] = {},
) {
  const piped = new PipedServer(options);
  const run = piped.run();
  await work(piped);
  const alive = piped.answer('alive');
  piped.send(PING);
  expect((await alive).result).toEqual({});
  piped.stdin.end();
  await run;
  return piped;
}

describe('what is refused', () => {
  test.each([
    ['malformed JSON', '{"jsonrpc":', -32700, 'Parse error: the line is not valid JSON'],
    ['plain text', 'hello', -32700, 'Parse error: the line is not valid JSON'],
    ['NUL bytes', '\0\0', -32700, 'Parse error: the line is not valid JSON'],
    ['an array', '[]', -32600, 'Invalid request format: batches are not supported'],
    [
      'a batch',
      '[{"jsonrpc":"2.0","id":1,"method":"ping"}]',
      -32600,
      'Invalid request format: batches are not supported',
    ],
    ['a number', '5', -32600, 'Invalid request format'],
    ['an empty object', '{}', -32600, 'Invalid request: jsonrpc must be "2.0"'],
    ['no version', '{"method":"ping"}', -32600, 'Invalid request: jsonrpc must be "2.0"'],
    ['no method', '{"jsonrpc":"2.0"}', -32600, 'Invalid request: missing method field'],
    [
      'a null id',
      '{"jsonrpc":"2.0","id":null,"method":"ping"}',
      -32600,
      'Invalid request: id must be a string or an integer',
    ],
    [
      'a fraction',
      '{"jsonrpc":"2.0","id":1.5,"method":"ping"}',
      -32600,
      'Invalid request: id must be a string or an integer',
    ],
    [
      'an object',
      '{"jsonrpc":"2.0","id":{},"method":"ping"}',
      -32600,
      'Invalid request: id must be a string or an integer',
    ],
    [
      'a huge id',
      '{"jsonrpc":"2.0","id":12345678901234567890,"method":"ping"}',
      -32600,
      'Invalid request: id must be a string or an integer',
    ],
  ])('%s', async (_, line, code, message) => {
    verifies('R037', 'R038', 'R086', 'R108', 'R181', 'R240');
    const piped = await onWire(async (wire) => {
      const refused = wire.answer(null);
      wire.send(`${line}\n`);
      expect((await refused).error).toEqual({ code, message });
    });
    expect(piped.server.getStats()).toMatchObject({ total_requests: 1, protocol_errors: 1 });
    expect(piped.logger.lines.filter(({ level }) => level === 'warning')).toMatchObject([
      { request_id: '<no-id>', code },
    ]);
  });

  test('for the first thing that is wrong: the JSON, its shape, the name of the tool, the arguments', async () => {
    verifies('R149');
    await onWire(async (wire) => {
      const call = (version: string, name: string, end = '}}') =>
        `{"jsonrpc":"${version}","id":1,"method":"tools/call","params":{"name":"${name}","arguments":{"text":5}${end}\n`;
      const refusal = async (line: string) => {
        const answer = wire.next(({ id }) => id === 1 || id === null);
        wire.send(line);
        const { error, result } = await answer;
        return error?.message ?? textOf({ result });
      };
      expect(await refusal(call('1.0', 'nope', ''))).toContain('Parse error');
      expect(await refusal(call('1.0', 'nope'))).toContain('Invalid request');
      expect(await refusal(call('2.0', 'nope'))).toBe('Unknown tool: nope');
      expect(await refusal(call('2.0', 'echo'))).toContain('Invalid arguments for echo. text: must be a string');
    });
  });

  test('invalid UTF-8', async () => {
    verifies('R151');
    await onWire(async (wire) => {
      const refused = wire.answer(null);
      wire.send(
        Buffer.concat([
          Buffer.from('{"jsonrpc":"2.0","id":1,"method":"pi'),
          Buffer.from([0xff, 0xc0]),
          Buffer.from('ng"}\n'),
        ]),
      );
      expect((await refused).error).toMatchObject({
        code: -32700,
        message: 'Parse error: the line is not valid UTF-8',
      });
    });
  });

  test('a wrong version, with the id that it carries', async () => {
    await onWire(async (wire) => {
      const refused = wire.answer(5);
      wire.send('{"jsonrpc":"1.0","id":5,"method":"ping"}\n');
      expect((await refused).error?.code).toBe(-32600);
    });
  });

  test.each([
    ['"x"', 'Invalid params: params must be an object'],
    ['[1]', 'Invalid params: params must be an object'],
    ['null', 'Invalid params: params must be an object'],
    ['{"_meta":5}', 'Invalid params: _meta is malformed'],
    ['{"_meta":{"progressToken":{}}}', 'Invalid params: _meta is malformed'],
    ['{"_meta":{"io.modelcontextprotocol/related-task":1}}', 'Invalid params: _meta is malformed'],
  ])('params %s', async (params, message) => {
    verifies('R316');
    await onWire(async (wire) => {
      const refused = wire.answer(5);
      wire.send(`{"jsonrpc":"2.0","id":5,"method":"tools/list","params":${params}}\n`);
      expect((await refused).error).toEqual({ code: -32602, message });
    });
  });

  test('a second request with the id of one that is still running', async () => {
    const { tool: slow, calls } = manual();
    await onWire(
      async (wire) => {
        const first = wire.next(({ id, result }) => id === 1 && result !== undefined);
        const refused = wire.next(({ id, error }) => id === 1 && error !== undefined);
        const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'manual' } };
        wire.send(call);
        wire.send(call);
        expect((await refused).error).toMatchObject({
          code: -32600,
          message: expect.stringContaining('still in progress'),
        });
        await entered(calls, 1);
        calls[0]?.finish('first');
        expect(textOf(await first)).toBe('first');
        expect(calls).toHaveLength(1);
        const again = wire.call(1, 'manual');
        await entered(calls, 2);
        calls[1]?.finish('again');
        expect(textOf(await again)).toBe('again');
      },
      { tools: [slow] },
    );
  });

  test('ids 1 and "1" are two', async () => {
    await onWire(async (wire) => {
      const replies = await Promise.all([wire.call(1, 'echo', { text: 'n' }), wire.call('1', 'echo', { text: 's' })]);
      expect(replies.map(textOf)).toEqual(['echo: n', 'echo: s']);
    });
  });
});

describe('a line that is too long', () => {
  test('is answered shortly, under its own id when an end shows it, and the server lives on', async () => {
    verifies('R050', 'R051', 'R075', 'R076');
    await onWire(
      async (wire) => {
        const unknown = wire.answer(null);
        wire.send(`${'x'.repeat(5000)}\n`);
        expect((await unknown).error).toEqual({ code: -32600, message: 'Request too large' });
        const known = wire.call(77, 'echo', { text: 'y'.repeat(5000) });
        expect(await known).toEqual({ jsonrpc: '2.0', id: 77, error: { code: -32600, message: 'Request too large' } });
        expect(wire.writes.every((write) => write.length < 1024)).toBe(true);
      },
      { maxRequestBytes: 1000 },
    );
  });

  test('of exactly the limit is taken', async () => {
    const line = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    await onWire(
      async (wire) => {
        const answer = wire.answer(1);
        wire.send(`${line}\n`);
        expect((await answer).result).toEqual({});
      },
      { maxRequestBytes: Math.max(line.length, PING.length) },
    );
  });
});

describe('what is tolerated', () => {
  test.each([
    ['blank lines', '\n \n\r\n\t\n{}'],
    ['CRLF', '{}\r'],
    ['leading space', '   {}'],
    ['a byte order mark', '\uFEFF{}'],
    ['unknown members', '{}'],
  ])('%s', async (_, pattern) => {
    const extra = _ === 'unknown members' ? ',"extra":{"a":1},"__proto__":{"polluted":1}' : '';
    const piped = await onWire(async (wire) => {
      const answer = wire.answer(1);
      wire.send(`${pattern.replace('{}', `{"jsonrpc":"2.0","id":1,"method":"ping"${extra}}`)}\n`);
      expect((await answer).result).toEqual({});
    });
    expect(piped.server.getStats().total_errors).toBe(0);
  });

  test('deep nesting', async () => {
    const depth = 100_000;
    const pass = tool({
      name: 'pass',
      input: z.object({ data: z.unknown() }),
      execute: async () => ({ text: 'taken' }),
    });
    await onWire(
      async (wire) => {
        const answer = wire.answer(1);
        const nested = '['.repeat(depth) + ']'.repeat(depth);
        wire.send(
          `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"pass","arguments":{"data":${nested}}}}\n`,
        );
        expect(textOf(await answer)).toBe('taken');
      },
      { tools: [pass] },
    );
  });

  test('answers that nobody asked for, and cancellations of nothing', async () => {
    const piped = await onWire(async (wire) => {
      wire.send('{"jsonrpc":"2.0","id":99,"result":{}}\n{"jsonrpc":"2.0","id":98,"error":{"code":1,"message":"x"}}\n');
      wire.send('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"nope"}}\n');
      wire.send('{"jsonrpc":"2.0","method":"notifications/cancelled","params":"odd"}\n');
    });
    expect(piped.messages).toHaveLength(1);
    expect(piped.server.getStats().total_errors).toBe(0);
  });
});

describe('the stream', () => {
  test('may be cut anywhere: every request is answered with its text unchanged', async () => {
    verifies('R041', 'R159');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 8 }),
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1 }),
        async (texts, sizes) => {
          const piped = new PipedServer();
          const lines = texts.map((text, id) =>
            JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'echo', arguments: { text } } }),
          );
          const run = piped.run();
          const bytes = Buffer.from(lines.join('\n'));
          for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
            const size = sizes[turn % sizes.length] ?? 1;
            piped.send(bytes.subarray(at, at + size));
            at += size;
          }
          piped.stdin.end();
          await run;
          const answers = piped.messages.toSorted((a, b) => Number(a.id) - Number(b.id));
          expect(answers.map((answer) => answer.result?.['structuredContent'])).toEqual(
            texts.map((text) => ({ text })),
          );
        },
      ),
      { numRuns: 40 },
    );
  });

  test('gets one complete message per write', async () => {
    verifies('R003', 'R158', 'R159');
    const piped = await onWire(async (wire) => {
      await Promise.all(Array.from({ length: 50 }, (_, id) => wire.call(id, 'echo', { text: `line\nbreak ${id}` })));
    });
    expect(piped.writes).toHaveLength(51);
    for (const write of piped.writes) {
      expect(write.indexOf('\n')).toBe(write.length - 1);
      expect(JSON.parse(write)).toMatchObject({ jsonrpc: '2.0' });
    }
  });

  test('is read before the SDK attaches, and what was read is delivered then, in order', async () => {
    const piped = new PipedServer();
    piped.stdin.end('{bad\n{"jsonrpc":"2.0","id":1,"method":"ping"}\n{"jsonrpc":"2.0","id":2,"method":"tools/list"}');
    await piped.transport.opened;
    expect((await piped.transport.ended).reason).toBe('eof');
    expect(piped.messages).toMatchObject([{ id: null, error: { code: -32700 } }]);
    await piped.run();
    expect(piped.messages.map(({ id }) => id)).toEqual([null, 1, 2]);
    expect(piped.server.getStats()).toMatchObject({ total_requests: 2, protocol_errors: 1 });
  });

  test('is not read on while thousands of requests wait', async () => {
    verifies('R036');
    const { tool: slow, calls } = manual();
    const piped = new PipedServer({ tools: [slow], concurrency: 10_000 });
    const run = piped.run();
    const lines = Array.from({ length: 5000 }, (_, id) =>
      JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'manual' } }),
    );
    for (const line of lines) piped.send(`${line}\n`);
    piped.stdin.end();
    await entered(calls, 4096);
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(calls.length).toBe(4096);
    while (calls.length < 5000 || piped.messages.length < 5000) {
      for (const call of calls) call.finish();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await run;
    expect(new Set(piped.messages.map(({ id }) => id)).size).toBe(5000);
  });

  test('is not read on while the client does not take its answers', async () => {
    const held: (() => void)[] = [];
    const stdout = new Writable({ write: (_chunk, _encoding, done) => held.push(done) });
    const stdin = new PassThrough();
    const transport = createStdioTransport({ stdin, stdout, maxRequestBytes: 1000, logger: new MemoryLogger() });
    await transport.start();
    void transport.send({ jsonrpc: '2.0', method: 'notifications/message', params: { text: 'x'.repeat(17 << 20) } });
    stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    await new Promise((resolve) => setImmediate(resolve));
    expect(stdin.isPaused()).toBe(true);
    held.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
    expect(stdin.isPaused()).toBe(false);
    await transport.close();
  });

  test('a message that JSON cannot express is answered with an error', async () => {
    verifies('R107');
    const big = tool({ name: 'big', input: z.object({}), execute: async () => ({ text: '', structured: { n: 10n } }) });
    await onWire(
      async (wire) => {
        expect((await wire.call(3, 'big')).error).toEqual({ code: -32603, message: 'Internal error' });
      },
      { tools: [big, echo] },
    );
  });

  test('carries the server’s own questions, and lets through only their answers', async () => {
    const stdin = new PassThrough();
    const transport = createStdioTransport({
      stdin,
      stdout: new PassThrough(),
      maxRequestBytes: 1000,
      logger: new MemoryLogger(),
    });
    const seen: unknown[] = [];
    transport.onmessage = (message) => seen.push(message);
    await transport.start();
    await transport.send({ jsonrpc: '2.0', id: 1, method: 'roots/list' });
    stdin.write(
      '{"jsonrpc":"2.0","id":2,"result":{}}\n{"jsonrpc":"2.0","id":1,"result":{"roots":[]}}\n{"jsonrpc":"2.0","id":1,"result":{}}\n',
    );
    await new Promise((resolve) => setImmediate(resolve));
    expect(seen).toEqual([{ jsonrpc: '2.0', id: 1, result: { roots: [] } }]);
    await transport.close();
    await transport.close();
    expect(() => transport.check()).toThrow('stdin is closed');
  });
});
