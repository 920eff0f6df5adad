/** A model that always says the same, in the words of four makers' interfaces, and keeps what it was asked. */
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
    const kind = /[/:](messages|responses|chat\/completions|streamGenerateContent|generateContent)(?:\?|$)/.exec(
      request.url ?? '',
    )?.[1];
    const answerIn = kind === undefined ? undefined : ANSWERS[kind];
    if (request.method !== 'POST' || answerIn === undefined) {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[],"models":[],"input_tokens":1}');
      return;
    }
    asked.push(body);
    const isWhole = kind === 'generateContent' || (kind === 'chat/completions' && !/"stream":\s*true/.test(body));
    response.writeHead(200, { 'content-type': isWhole ? 'application/json' : 'text/event-stream' });
    response.end(isWhole ? answerIn.whole(answer) : answerIn.streamed(answer));
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

/** In pieces, and in one; the latter is asked for beside the conversation, for a title for instance. */
const completion = (choice: object) => ({
  id: 'chat_1',
  object: 'chat.completion',
  model: 'stand-in',
  choices: [choice],
});

function asCompletion(answer: string): string {
  const delta = { role: 'assistant', content: answer };
  const object = 'chat.completion.chunk';
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  return [
    { ...completion({ index: 0, delta, finish_reason: null }), object },
    { ...completion({ index: 0, delta: {}, finish_reason: 'stop' }), object, usage },
  ]
    .map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)
    .concat('data: [DONE]\n\n')
    .join('');
}

const content = (answer: string): string =>
  JSON.stringify({
    candidates: [{ index: 0, content: { role: 'model', parts: [{ text: answer }] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
  });

/** What Gemini CLI has its model judge beside the conversation: whose turn it is, and how hard the question. */
const JUDGEMENT = JSON.stringify({ reasoning: 'It is answered.', next_speaker: 'user', model_choice: 'flash' });

interface Interface {
  streamed(answer: string): string;
  whole(answer: string): string;
}

const ANSWERS: Readonly<Record<string, Interface>> = {
  messages: { streamed: asMessages, whole: asMessages },
  responses: { streamed: asResponses, whole: asResponses },
  'chat/completions': {
    streamed: asCompletion,
    whole: (answer) =>
      JSON.stringify(completion({ index: 0, message: { role: 'assistant', content: answer }, finish_reason: 'stop' })),
  },
  streamGenerateContent: { streamed: (answer) => `data: ${content(answer)}\n\n`, whole: content },
  generateContent: { streamed: () => content(JUDGEMENT), whole: () => content(JUDGEMENT) },
};
