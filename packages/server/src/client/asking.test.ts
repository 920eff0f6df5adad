/** Handlers that ask their client, through every kind of client and transport there is. */
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createMessage, elicitForm, elicitUrl, inputRequired, listRoots } from './input-required.ts';
import type { McpBaseServer } from '../mcp-base-server.ts';
import { HttpTestServer } from '../testing/http-server.ts';
import { PipedServer } from '../testing/piped-server.ts';
import { tool } from '../testing/sample-tools.ts';
import { StreamClientTransport } from '../testing/stream-client-transport.ts';

const NAME = z.object({ name: z.string().min(1).describe('What to call you.') });
const NOTHING = z.object({});

const greet = tool({
  name: 'greet',
  input: z.object({ polite: z.boolean().default(false) }),
  async execute({ polite }, { answers }) {
    const answer = answers.elicited('who', NAME);
    if (answer === undefined) return inputRequired({ who: elicitForm('What is your name?', NAME) });
    return {
      text: answer.action === 'accept' ? `${polite ? 'Good day' : 'Hi'}, ${answer.content.name}` : answer.action,
    };
  },
});

const consent = tool({
  name: 'consent',
  input: NOTHING,
  async execute(_, { answers }) {
    const answer = answers.elicited('page');
    return answer
      ? { text: answer.action }
      : inputRequired({ page: elicitUrl('Please agree there.', 'https://example.org/agree') });
  },
});

/** Asks for two things at once, then for a third, and remembers by itself what it made of the first two. */
const survey = tool({
  name: 'survey',
  input: NOTHING,
  async execute(_, { answers, carried }) {
    const said = answers.sampled('said');
    const roots = answers.roots('folders');
    if (said === undefined || roots === undefined) return inputRequired({ said: askModel(), folders: listRoots() });
    const answer = answers.elicited('who', NAME);
    if (answer === undefined) {
      return inputRequired({ who: elicitForm('And who are you?', NAME) }, { summary: `${said.text} ${roots[0]?.uri}` });
    }
    const { summary } = carried as { summary: string };
    return { text: `${summary} ${JSON.stringify(answer)} ${said.model}` };
  },
});

const askModel = () =>
  createMessage({ messages: [{ role: 'user', content: { type: 'text', text: 'Say something.' } }], maxTokens: 10 });

function prepare(server: McpBaseServer): void {
  server.registerPrompt({
    name: 'letter',
    render: async (_, { answers }) => {
      const answer = answers.elicited('who', NAME);
      return answer?.action === 'accept'
        ? [{ role: 'user', text: `Dear ${answer.content.name}` }]
        : inputRequired({ who: elicitForm('To whom?', NAME) });
    },
  });
  server.registerResource({
    uri: 'note://folders',
    name: 'folders',
    read: async ({ answers }) => {
      const roots = answers.roots('folders');
      return roots ? { text: roots.map(({ uri }) => uri).join() } : inputRequired({ folders: listRoots() });
    },
  });
}

const tools = [greet, consent, survey];
const about = { name: 'test', version: '0' };
const CAPABILITIES = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

/** What this client was asked, and how it answers a form. */
interface Person {
  readonly asked: { method: string; params?: Record<string, unknown> }[];
  form: object;
}

interface AnyClient {
  connect(transport: never): Promise<void>;
  close(): Promise<void>;
  callTool(params: object): Promise<{ content: { text: string }[]; isError?: boolean }>;
  getPrompt(params: object): Promise<{ messages: { content: { text: string } }[] }>;
  readResource(params: object): Promise<{ contents: { text: string }[] }>;
}
type MakeClient = (person: Person, capabilities: object) => AnyClient;

function respond(person: Person, { method, params }: { method: string; params?: object | undefined }): object {
  person.asked.push({ method, params: { ...params } });
  if (method === 'roots/list') return { roots: [{ uri: 'file:///work', name: 'work' }] };
  if (method === 'sampling/createMessage') {
    return { role: 'assistant', content: { type: 'text', text: 'Something.' }, model: 'm1' };
  }
  return 'url' in { ...params } ? { action: 'accept' } : person.form;
}

const v1: MakeClient = (person, capabilities) => {
  const client = new ClientV1(about, { capabilities });
  if ('roots' in capabilities) {
    for (const schema of [ElicitRequestSchema, CreateMessageRequestSchema, ListRootsRequestSchema]) {
      client.setRequestHandler(schema as typeof ElicitRequestSchema, async (asked) => respond(person, asked) as never);
    }
  }
  return client as unknown as AnyClient;
};

const v2 =
  (mode: 'legacy' | { pin: string }): MakeClient =>
  (person, capabilities) => {
    const client = new ClientV2(about, { capabilities, versionNegotiation: { mode } } as never);
    if ('roots' in capabilities) {
      for (const method of ['elicitation/create', 'sampling/createMessage', 'roots/list']) {
        client.setRequestHandler(method as 'elicitation/create', async (asked) => respond(person, asked) as never);
      }
    }
    return client as unknown as AnyClient;
  };
const MODERN = { pin: '2026-07-28' };

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

async function overStdio(client: AnyClient): Promise<void> {
  const piped = new PipedServer({ tools, prepare });
  const run = piped.run();
  open.push(() => run);
  await client.connect(new StreamClientTransport(piped.stdin, piped.stdout) as never);
}

const overHttp = (transport: (server: HttpTestServer) => object) => async (client: AnyClient) => {
  const server = await HttpTestServer.start({ tools, prepare, legacySse: true });
  open.push(() => server.stop());
  await client.connect(transport(server) as never);
};

const KINDS: readonly [string, MakeClient, (client: AnyClient) => Promise<void>][] = [
  ['SDK v1, stdio', v1, overStdio],
  ['SDK v2, 2025 era, stdio', v2('legacy'), overStdio],
  ['SDK v2, 2026 era, stdio', v2(MODERN), overStdio],
  ['SDK v1, HTTP session', v1, overHttp(({ url }) => new HttpV1(url))],
  ['SDK v1, SSE', v1, overHttp(({ origin }) => new SSEClientTransport(new URL('/sse', origin)))],
  ['SDK v2, HTTP session', v2('legacy'), overHttp(({ url }) => new HttpV2(url))],
  ['SDK v2, stateless HTTP', v2(MODERN), overHttp(({ url }) => new HttpV2(url))],
];

describe.each(KINDS)('a handler asks its client: %s', (_, make, connect) => {
  async function meet(capabilities: object = CAPABILITIES) {
    const person: Person = { asked: [], form: { action: 'accept', content: { name: 'Ada' } } };
    const client = make(person, capabilities);
    await connect(client);
    open.push(() => client.close());
    const call = async (name: string, given: object = {}) => {
      const { content, isError } = await client.callTool({ name, arguments: given });
      return isError ? { isError } : content[0]?.text;
    };
    return { person, client, call };
  }

  test('for a form', async () => {
    const { person, call } = await meet();
    expect(await call('greet', { polite: true })).toBe('Good day, Ada');
    expect(person.asked).toHaveLength(1);
    expect(person.asked[0]).toMatchObject({
      method: 'elicitation/create',
      params: {
        message: 'What is your name?',
        requestedSchema: {
          type: 'object',
          properties: { name: { type: 'string', minLength: 1, description: 'What to call you.' } },
          required: ['name'],
        },
      },
    });
  });

  test('and hears that the person would rather not', async () => {
    const { person, call } = await meet();
    person.form = { action: 'decline' };
    expect(await call('greet')).toBe('decline');
  });

  test('to open an address', async () => {
    const { person, call } = await meet();
    expect(await call('consent')).toBe('accept');
    expect(person.asked[0]?.params).toMatchObject({ mode: 'url', url: 'https://example.org/agree' });
  });

  test('for several things at once and then for one more', async () => {
    const { person, call } = await meet();
    expect(await call('survey')).toBe('Something. file:///work {"action":"accept","content":{"name":"Ada"}} m1');
    expect(person.asked.map(({ method }) => method).toSorted()).toEqual([
      'elicitation/create',
      'roots/list',
      'sampling/createMessage',
    ]);
  });

  test('for a prompt', async () => {
    const { client } = await meet();
    const { messages } = await client.getPrompt({ name: 'letter' });
    expect(messages[0]?.content.text).toBe('Dear Ada');
  });

  test('for a resource', async () => {
    const { client } = await meet();
    const { contents } = await client.readResource({ uri: 'note://folders' });
    expect(contents[0]?.text).toBe('file:///work');
  });

  test('and is told what the client lacks', async () => {
    const { person, call } = await meet({});
    await expect(call('survey')).rejects.toMatchObject({
      code: -32021,
      message: expect.stringContaining('sampling and roots'),
      data: { requiredCapabilities: { sampling: {}, roots: {} } },
    });
    expect(person.asked).toEqual([]);
  });
});
