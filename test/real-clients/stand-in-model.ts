/** A model that always says the same, in the words of both makers' interfaces, and keeps what it was asked. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface StandInModel {
  readonly url: string;
  /** Bodies of the requests for an answer. */
  readonly asked: string[];
  close(): void;
}

export async function openStandInModel(answer: string): Promise<StandInModel> {
  const asked: string[] = [];
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    const kind = /\/(messages|responses)(?:\?|$)/.exec(request.url ?? '')?.[1];
    if (request.method !== 'POST' || kind === undefined) {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[],"models":[],"input_tokens":1}');
      return;
    }
    asked.push(body);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(kind === 'messages' ? asMessages(answer) : asResponses(answer));
  };
  const server = createServer((request, response) => {
    void respond(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, asked, close };
}

const event = (data: { readonly type: string }): string => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;

function asMessages(answer: string): string {
  const usage = { input_tokens: 10, output_tokens: 5 };
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'stand-in', content: [], usage };
  return [
    { type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: answer } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage },
    { type: 'message_stop' },
  ]
    .map(event)
    .join('');
}

function asResponses(answer: string): string {
  const content = [{ type: 'output_text', text: answer, annotations: [] }];
  const item = { id: 'item_1', type: 'message', role: 'assistant', status: 'completed', content };
  const usage = {
    input_tokens: 10,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 5,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 15,
  };
  return [
    { type: 'response.created', response: { id: 'resp_1' } },
    { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress', content: [] } },
    { type: 'response.output_text.delta', output_index: 0, content_index: 0, item_id: 'item_1', delta: answer },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { id: 'resp_1', status: 'completed', output: [item], usage } },
  ]
    .map(event)
    .join('');
}
