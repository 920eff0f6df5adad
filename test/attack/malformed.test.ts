/** The cases of JSONTestSuite as bodies and inside messages. They lie beside the repository and are not part of it. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AttackedServer } from './attacked-server.ts';

const shared = process.env['ZAPOMNI_SHARED'] ?? path.join(import.meta.dirname, '../../../shared');
const file = path.join(shared, 'bench/extras/json-parsing.jsonl');

/** y: has to be accepted as JSON, n: has to be refused, i: either. */
interface Case {
  readonly name: string;
  readonly expect: 'y' | 'n' | 'i';
  readonly b64: string;
}

const cases = existsSync(file)
  ? readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Case)
  : [];
const bytesOf = ({ b64 }: Case) => Buffer.from(b64, 'base64');

if (cases.length === 0)
  console.warn(`malformed.test.ts: skipped, ${file} is missing; ZAPOMNI_SHARED says where it is.`);

describe.skipIf(cases.length === 0)('JSONTestSuite over HTTP', () => {
  let server: AttackedServer;
  beforeAll(async () => {
    server = await AttackedServer.start(AttackedServer.createFolder());
  });
  afterAll(() => server.stop());

  it('as whole bodies: each is refused in JSON-RPC, none is a fault of the server', async () => {
    verifies('R181', 'R240');
    expect(cases).toHaveLength(318);
    const session = { 'mcp-session-id': await server.open() };
    const modern = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };
    for (const one of cases) {
      for (const headers of [session, modern]) {
        const { status, text } = await server.post(bytesOf(one), headers);
        const { error } = JSON.parse(text) as { error: { code: number } };
        expect([one.name, status]).toEqual([one.name, 400]);
        expect([-32700, -32600, -32602]).toContain(error.code);
        if (one.expect === 'n') expect([one.name, error.code]).toEqual([one.name, -32700]);
        if (one.expect === 'y') expect([one.name, error.code]).not.toEqual([one.name, -32700]);
      }
    }
    expect(await server.servesHonestly()).toBe(true);
  });

  it('as an argument within a message: read where it is JSON, refused where it is not', async () => {
    verifies('R181');
    const session = { 'mcp-session-id': await server.open() };
    const [before, after] = [
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_memory","arguments":{"query":',
      '}}}',
    ].map((text) => Buffer.from(text)) as [Buffer, Buffer];
    for (const one of cases) {
      const { status, text } = await server.post(Buffer.concat([before, bytesOf(one), after]), session);
      const reply = JSON.parse(text) as { error?: { code: number } };
      expect([one.name, status < 500, reply.error?.code]).not.toEqual([one.name, true, -32603]);
      if (one.expect === 'y') expect([one.name, status]).toEqual([one.name, 200]);
    }
    expect(await server.servesHonestly()).toBe(true);
  });
});
