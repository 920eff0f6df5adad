/**
 * Listens to what travels over HTTP, request by request. A client puts messages in order by their ids, and would hide that
 * one came on a stream where it did not belong; here it shows.
 */
interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: {
    readonly progressToken?: unknown;
    readonly uri?: string;
    readonly _meta?: { progressToken?: unknown };
  };
}

interface Overheard {
  readonly method: string;
  /** What the client said; a GET says nothing. */
  readonly asked: Message | undefined;
  readonly answered: readonly Message[];
}

export class Wiretap {
  readonly #exchanges: { method: string; asked: Message | undefined; answered: Message[] }[] = [];

  readonly fetch: typeof fetch = async (input, init = {}) => {
    const response = await fetch(input, init);
    const asked = typeof init.body === 'string' ? (JSON.parse(init.body) as Message) : undefined;
    const exchange = { method: init.method ?? 'GET', asked, answered: [] as Message[] };
    this.#exchanges.push(exchange);
    if (response.body === null) return response;
    const [theirs, ours] = response.body.tee();
    void record(ours, exchange.answered);
    const { status, statusText, headers } = response;
    return new Response(theirs, { status, statusText, headers });
  };

  get exchanges(): readonly Overheard[] {
    return this.#exchanges;
  }

  /** Messages that came as part of the answer to a request that they have nothing to do with. */
  get astray(): Message[] {
    return this.#exchanges.flatMap(({ method, asked, answered }) =>
      answered.filter((message) => (method === 'GET' ? !belongsToNone(message) : !belongsTo(asked, message))),
    );
  }
}

/** On the stream of a session there is only what no request asked for. */
function belongsToNone({ id, method }: Message): boolean {
  return id === undefined && method === 'notifications/resources/updated';
}

function belongsTo(asked: Message | undefined, message: Message): boolean {
  if (message.id !== undefined) return message.id === asked?.id;
  if (message.method === 'notifications/progress') {
    return message.params?.progressToken === asked?.params?._meta?.progressToken;
  }
  return asked?.method === 'subscriptions/listen';
}

async function record(body: ReadableStream<Uint8Array>, into: Message[]): Promise<void> {
  let unread = '';
  const decoder = new TextDecoder();
  try {
    for await (const chunk of body) {
      const lines = (unread + decoder.decode(chunk, { stream: true })).split('\n');
      unread = lines.pop() ?? '';
      into.push(...lines.flatMap(toMessage));
    }
    into.push(...toMessage(unread));
  } catch {
    // The client broke it off.
  }
}

/** A line of a stream, or a whole body of JSON. */
function toMessage(line: string): Message[] {
  const data = line.startsWith('data:') ? line.slice('data:'.length).trim() : line;
  return data.startsWith('{') ? [JSON.parse(data) as Message] : [];
}
