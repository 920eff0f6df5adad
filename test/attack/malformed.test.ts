/**
 * Broken JSON as bodies and inside messages: our own cases (json-cases.ts), and those of JSONTestSuite where they are at hand,
 * which lie beside the repository and are not part of it.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { trialRandom } from '@zapomni/testkit/trial-random';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AttackedServer, type Headers } from './attacked-server.ts';
import { brokenMessages, changedMessages, WRITTEN, type JsonCase } from './json-cases.ts';

const shared = process.env['ZAPOMNI_SHARED'] ?? path.join(import.meta.dirname, '../../../shared');
const file = path.join(shared, 'bench/extras/json-parsing.jsonl');
const suite = existsSync(file) ? readSuite() : [];
if (suite.length === 0)
  console.warn('malformed.test.ts: the 318 cases of JSONTestSuite are skipped; ZAPOMNI_SHARED says where they are.');

function readSuite(): JsonCase[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const { name, expect: verdict, b64 } = JSON.parse(line) as Pick<JsonCase, 'name' | 'expect'> & { b64: string };
    return { name, expect: verdict, bytes: Buffer.from(b64, 'base64') };
  });
}

const [BEFORE, AFTER] = [
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_memory","arguments":{"query":',
  '}}}',
].map((text) => Buffer.from(text)) as [Buffer, Buffer];
const MODERN = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };

describe('over HTTP', () => {
  let server: AttackedServer;
  let session: Headers;
  beforeAll(async () => {
    server = await AttackedServer.start(AttackedServer.createFolder());
    session = { 'mcp-session-id': await server.open() };
  });
  afterAll(() => server.stop());

  /** None of the cases is a message, so each is refused; what is no JSON is called that. */
  async function expectRefused(cases: readonly JsonCase[]): Promise<void> {
    for (const one of cases) {
      for (const headers of [session, MODERN]) {
        const { status, text } = await server.post(one.bytes, headers);
        const { error } = JSON.parse(text) as { error: { code: number } };
        expect([one.name, status]).toEqual([one.name, 400]);
        expect([-32700, -32600, -32602]).toContain(error.code);
        if (one.expect === 'n') expect([one.name, error.code]).toEqual([one.name, -32700]);
        if (one.expect === 'y') expect([one.name, error.code]).not.toEqual([one.name, -32700]);
      }
    }
    expect(await server.servesHonestly()).toBe(true);
  }

  async function expectReadAsArgument(cases: readonly JsonCase[]): Promise<void> {
    for (const one of cases) {
      const { status, text } = await server.post(Buffer.concat([BEFORE, one.bytes, AFTER]), session);
      const reply = JSON.parse(text) as { error?: { code: number } };
      expect([one.name, status < 500, reply.error?.code === -32603]).toEqual([one.name, true, false]);
      if (one.expect === 'y') expect([one.name, status]).toEqual([one.name, 200]);
    }
    expect(await server.servesHonestly()).toBe(true);
  }

  it('broken JSON as a whole body is refused in JSON-RPC, and is no fault of the server', async () => {
    verifies('R181', 'R240');
    expect(WRITTEN.length).toBeGreaterThan(318);
    await expectRefused(WRITTEN);
  });

  it('broken JSON as an argument is read where it is JSON, refused where it is not', async () => {
    verifies('R181');
    await expectReadAsArgument(WRITTEN);
  });

  it('a message that lost its end, or a sign that held it together, is no JSON', async () => {
    verifies('R086');
    const cases = brokenMessages();
    expect(cases.length).toBeGreaterThan(150);
    await expectRefused(cases);
  });

  it('a message with bytes changed at random is answered in good order', async () => {
    for (const one of changedMessages(trialRandom(), 300)) {
      const { status, text } = await server.post(one.bytes, session);
      expect([one.name, status < 500]).toEqual([one.name, true]);
      // A message that asks for nothing is taken without a word.
      if (status !== 202) expect(() => JSON.parse(text.replace(/^[^{]*data: /s, '')) as unknown).not.toThrow();
    }
    expect(await server.servesHonestly()).toBe(true);
  });

  describe.skipIf(suite.length === 0)('the cases of JSONTestSuite', () => {
    it('as whole bodies are refused', async () => {
      expect(suite).toHaveLength(318);
      await expectRefused(suite);
    });

    it('as arguments are read where they are JSON', () => expectReadAsArgument(suite));
  });
});
