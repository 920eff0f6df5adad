/** `fetch` that calls this machine by another name: the runtime's own sends no Host header but the address's. */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

const WITHOUT_BODY = new Set([204, 205, 304]);

export function namedFetch(host: string): typeof fetch {
  return async (input, { method = 'GET', headers, body, signal } = {}) => {
    const given = Object.fromEntries(new Headers(headers));
    const sent = request(String(input), { method, headers: { ...given, host }, ...(signal ? { signal } : {}) });
    sent.end(body as string | undefined);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.on('error', () => undefined);
    const { statusCode: status = 0 } = response;
    const known = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as [string, string]);
    if (WITHOUT_BODY.has(status)) response.resume();
    const stream = WITHOUT_BODY.has(status) ? null : (Readable.toWeb(response) as ReadableStream);
    return new Response(stream, { status, headers: known });
  };
}
