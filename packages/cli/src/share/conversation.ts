/**
 * What was said between a client and the server it shares, as far as another server would have to be told to go on: the
 * handshake, what the session was set to, and the requests that have no answer yet.
 */
import type { ServerTransport } from '@zapomni/server';

export type Message = Parameters<ServerTransport['send']>[0];
export type Request = Extract<Message, { method: string; id: string | number }>;
type Notification = Exclude<Extract<Message, { method: string }>, Request>;
type Response = Exclude<Message, { method: string }>;
type Id = string | number;

const CANCELLED = 'notifications/cancelled';
const INITIALIZED = 'notifications/initialized';

export class Conversation {
  readonly #open = new Map<Id, Request>();
  /** The last successful request of each kind that changed the session. */
  readonly #settings = new Map<string, Request>();
  /** The server's own questions: the id that the client knows, and the server's. */
  readonly #questions = new Map<Id, Id>();
  #initialized: Notification | undefined;
  #asked = 0;

  /** Requests that the server has not answered. */
  get open(): readonly Request[] {
    return [...this.#open.values()];
  }

  /** Whether a client that says no more still waits for something; a subscription never ends by itself. */
  get isOwedAnswers(): boolean {
    return this.open.some(({ method }) => method !== 'subscriptions/listen');
  }

  /** Ids of questions that the client has not answered. */
  get questions(): readonly Id[] {
    return [...this.#questions.keys()];
  }

  /** What a new server has to be told before anything else. */
  get past(): readonly (Request | Notification)[] {
    const told = [...this.#settings.values()];
    return this.#initialized ? [...told.slice(0, 1), this.#initialized, ...told.slice(1)] : told;
  }

  /** Notes a message of the client's, and gives it as the server is to get it. */
  fromClient(message: Message): Message {
    if (isRequest(message)) this.#open.set(message.id, message);
    else if (isNotification(message)) this.#noteNotification(message);
    else return this.#answerQuestion(message);
    return message;
  }

  /** Notes a message of the server's, and gives it as the client is to get it. */
  fromServer(message: Message): Message {
    if (isRequest(message)) return this.#question(message);
    if (isNotification(message)) return this.#withdrawn(message);
    const request = message.id === undefined ? undefined : this.#open.get(message.id);
    if (request === undefined) return message;
    this.#open.delete(request.id);
    if ('result' in message && message.result['isError'] !== true) this.#noteSetting(request);
    return message;
  }

  #noteNotification(message: Notification): void {
    if (message.method === INITIALIZED) this.#initialized = message;
    if (message.method === CANCELLED) this.#open.delete(message.params?.['requestId'] as Id);
  }

  #noteSetting(request: Request): void {
    const { method, params } = request;
    if (method === 'resources/unsubscribe') this.#settings.delete(`resources/subscribe ${String(params?.['uri'])}`);
    const kind = settingKind(method, params ?? {});
    if (kind !== undefined) this.#settings.set(kind, request);
  }

  /** Two servers number their questions alike; an answer meant for one must not be taken for the other's. */
  #question(message: Request): Request {
    this.#asked += 1;
    const id = `shared-${this.#asked}`;
    this.#questions.set(id, message.id);
    return { ...message, id };
  }

  #answerQuestion(message: Response): Response {
    const id = message.id === undefined ? undefined : this.#questions.get(message.id);
    if (id === undefined || message.id === undefined) return message;
    this.#questions.delete(message.id);
    return { ...message, id };
  }

  #withdrawn(message: Notification): Notification {
    if (message.method !== CANCELLED) return message;
    const known = [...this.#questions].find(([, theirs]) => theirs === message.params?.['requestId']);
    if (!known) return message;
    this.#questions.delete(known[0]);
    return { ...message, params: { ...message.params, requestId: known[0] } };
  }
}

/** Of each kind only the last counts. */
function settingKind(method: string, params: Readonly<Record<string, unknown>>): string | undefined {
  switch (method) {
    case 'initialize':
    case 'logging/setLevel':
      return method;
    case 'resources/subscribe':
      return `${method} ${String(params['uri'])}`;
    case 'tools/call':
      return params['name'] === 'set_current_workspace' ? 'workspace' : undefined;
    default:
      return undefined;
  }
}

function isRequest(message: Message): message is Request {
  return 'method' in message && 'id' in message;
}

function isNotification(message: Message): message is Notification {
  return 'method' in message && !('id' in message);
}
