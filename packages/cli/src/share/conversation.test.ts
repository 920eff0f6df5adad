import { describe, expect, it } from 'vitest';
import { Conversation, type Message } from './conversation.ts';

const request = (id: string | number, method: string, params: Record<string, unknown> = {}): Message => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
const notification = (method: string, params: Record<string, unknown> = {}): Message => ({
  jsonrpc: '2.0',
  method,
  params,
});
const result = (id: string | number, fields: Record<string, unknown> = {}): Message => ({
  jsonrpc: '2.0',
  id,
  result: fields,
});

function answered(talk: Conversation, message: Message & { id?: unknown }, fields = {}): void {
  talk.fromClient(message);
  talk.fromServer(result(message.id as number, fields));
}

const methodsOf = (messages: readonly Message[]) => messages.map((message) => 'method' in message && message.method);

describe('what another server has to be told', () => {
  it('is the handshake first, then what the session was set to, the last of each kind', () => {
    const talk = new Conversation();
    answered(talk, request(1, 'initialize'));
    talk.fromClient(notification('notifications/initialized'));
    answered(talk, request(2, 'logging/setLevel', { level: 'debug' }));
    answered(talk, request(3, 'logging/setLevel', { level: 'error' }));
    answered(talk, request(4, 'resources/subscribe', { uri: 'memory://a' }));
    answered(talk, request(5, 'resources/subscribe', { uri: 'memory://b' }));
    answered(talk, request(6, 'resources/unsubscribe', { uri: 'memory://a' }));
    answered(talk, request(7, 'tools/call', { name: 'set_current_workspace', arguments: { workspace_id: 'work' } }));
    answered(talk, request(8, 'tools/call', { name: 'add_memory', arguments: { text: 'x' } }));
    expect(talk.past).toMatchObject([
      { method: 'initialize' },
      { method: 'notifications/initialized' },
      { method: 'logging/setLevel', params: { level: 'error' } },
      { method: 'resources/subscribe', params: { uri: 'memory://b' } },
      { method: 'tools/call', params: { arguments: { workspace_id: 'work' } } },
    ]);
    expect(talk.open).toEqual([]);
  });

  it('is nothing that failed', () => {
    const talk = new Conversation();
    answered(talk, request(1, 'tools/call', { name: 'set_current_workspace' }), { isError: true });
    talk.fromClient(request(2, 'resources/subscribe', { uri: 'memory://a' }));
    talk.fromServer({ jsonrpc: '2.0', id: 2, error: { code: -32602, message: 'no' } });
    expect(talk.past).toEqual([]);
  });

  it('is what has no answer and was not cancelled', () => {
    const talk = new Conversation();
    for (const id of [1, 2, 3]) talk.fromClient(request(id, 'tools/call', { name: 'get_stats' }));
    talk.fromServer(result(1));
    talk.fromClient(notification('notifications/cancelled', { requestId: 2 }));
    expect(talk.open.map(({ id }) => id)).toEqual([3]);
    expect(talk.isOwedAnswers).toBe(true);
  });

  it('leaves nothing to wait for when only a subscription is open', () => {
    const talk = new Conversation();
    talk.fromClient(request(1, 'subscriptions/listen'));
    expect(methodsOf(talk.open)).toEqual(['subscriptions/listen']);
    expect(talk.isOwedAnswers).toBe(false);
  });
});

describe("the server's questions", () => {
  it('reach the client under ids that no other server uses, and their answers find the way back', () => {
    const talk = new Conversation();
    const asked = talk.fromServer(request(0, 'elicitation/create')) as { id: string };
    expect(asked.id).not.toBe(0);
    expect(talk.questions).toEqual([asked.id]);
    expect(talk.fromClient(result(asked.id, { action: 'accept' }))).toMatchObject({ id: 0 });
    expect(talk.questions).toEqual([]);
  });

  it('are withdrawn under the id that the client knows', () => {
    const talk = new Conversation();
    const asked = talk.fromServer(request(7, 'roots/list')) as { id: string };
    const withdrawn = talk.fromServer(notification('notifications/cancelled', { requestId: 7 }));
    expect(withdrawn).toMatchObject({ params: { requestId: asked.id } });
    expect(talk.questions).toEqual([]);
  });
});
