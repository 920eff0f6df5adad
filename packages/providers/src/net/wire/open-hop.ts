/** One request to one address, as far as the head of the answer. */
import { request as requestHttp, type Agent, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { HttpFailure } from '../http-failure.ts';
import type { TimeCaps } from './time-caps.ts';

export interface Hop {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  readonly agent: Agent;
  readonly lookup: LookupFunction | undefined;
}

/** Fails with whatever the connection fails with. */
export function openHop({ url, method, headers, body, agent, lookup }: Hop, caps: TimeCaps): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const request = (isSecure ? requestHttps : requestHttp)(url, {
      agent,
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }) },
      ...(lookup ? { lookup } : {}),
    });
    caps.connecting(() => request.destroy());
    request.once('socket', (socket) => {
      if (request.reusedSocket) caps.connected();
      else socket.once(isSecure ? 'secureConnect' : 'connect', () => caps.connected());
    });
    request.once('response', (response) => {
      caps.answered();
      resolve(response);
    });
    request.on('error', reject);
    request.once('close', () => reject(new HttpFailure('unreachable')));
    request.end(body);
  });
}
