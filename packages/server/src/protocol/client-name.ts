/** What a client calls itself: at the handshake, or in each request of the stateless revision. A claim, not a proof. */
import { CLIENT_KEY, isObject, METHOD, type JsonObject } from './protocol.ts';

const LONGEST = 100;

export function clientNameIn(method: string, params: JsonObject | undefined): string | undefined {
  const meta = params?.['_meta'];
  const info = method === METHOD.initialize ? params?.['clientInfo'] : isObject(meta) && meta[CLIENT_KEY];
  const name = isObject(info) ? info['name'] : undefined;
  return typeof name === 'string' && name !== '' ? name.slice(0, LONGEST) : undefined;
}
