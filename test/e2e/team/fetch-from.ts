/** `fetch` from an address of this machine, over connections of its own: the runtime's shares one pool among all callers. */
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

const WITHOUT_BODY = new Set([204, 205, 304]);

export function fetchFrom(localAddress: string): typeof fetch {
  const agent = new Agent({ keepAlive: true, localAddress });
  return async (input, { method = 'GET', headers, body, signal } = {}) => {
    const given = Object.fromEntries(new Headers(headers));
    const sent = request(String(input), { agent, method, headers: given, ...(signal ? { signal } : {}) });
    sent.end(body as string | undefined);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    sent.on('error', () => undefined);
    response.on('error', () => undefined);
    const { statusCode: status = 0 } = response;
    const known = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as [string, string]);
    if (WITHOUT_BODY.has(status)) response.resume();
    const stream = WITHOUT_BODY.has(status) ? null : (Readable.toWeb(response) as ReadableStream);
    return new Response(stream, { status, headers: known });
  };
}
