/** A tunnel through the proxy, for https and for sockets: to an address that was looked at, bytes counted, ended with the pass. */
import { connect, type Socket } from 'node:net';
import { pipeline, type Duplex } from 'node:stream';
import { checkedLookup, type LookupParts } from '../address/checked-lookup.ts';
import type { HttpFailure } from '../http-failure.ts';
import { counted } from './counted.ts';
import { PROXY_MARK, toFailure } from './forward-request.ts';
import type { ProxyPass } from './proxy-pass.ts';

export interface Tunnel {
  /** `host:port`. */
  readonly authority: string;
  readonly socket: Duplex;
  /** What the browser sent before it had an answer. */
  readonly head: Buffer;
  readonly pass: ProxyPass;
  readonly lookup: LookupParts;
}

const CONNECT_WITHIN_MS = 10_000;
const ESTABLISHED = 'HTTP/1.1 200 Connection Established\r\n\r\n';

export function openTunnel({ authority, socket, head, pass, lookup }: Tunnel): void {
  const text = `https://${authority}`;
  if (!/:\d+$/.test(authority) || !URL.canParse(text)) {
    socket.destroy();
    return;
  }
  const url = new URL(text);
  try {
    const upstream = dial(url, checkedLookup(pass.reach(url), lookup));
    pass.hold(upstream);
    pass.hold(socket);
    upstream.once('error', (error) => refuseTunnel(socket, pass.fail(url, toFailure(error))));
    upstream.once('connect', () => {
      upstream.setTimeout(0);
      socket.write(ESTABLISHED);
      upstream.write(head);
      join(socket, upstream, pass);
    });
  } catch (error) {
    refuseTunnel(socket, toFailure(error));
  }
}

function dial(url: URL, lookup: ReturnType<typeof checkedLookup>): Socket {
  const upstream = connect({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    // A port that is the scheme's own is not part of the URL.
    port: Number(url.port || '443'),
    lookup,
  });
  upstream.setTimeout(CONNECT_WITHIN_MS, () => upstream.destroy(new Error('slow')));
  return upstream;
}

function join(socket: Duplex, upstream: Socket, pass: ProxyPass): void {
  const end = (): void => {
    socket.destroy();
    upstream.destroy();
  };
  pipeline(socket, counted(pass), upstream, end);
  pipeline(upstream, counted(pass), socket, end);
}

export function refuseTunnel(
  socket: Duplex,
  failure: HttpFailure,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (socket.destroyed) return;
  const status = failure.status ?? (failure.kind === 'not allowed' || failure.kind === 'private' ? 403 : 502);
  const heads = { ...headers, [PROXY_MARK]: failure.kind, 'content-length': '0', connection: 'close' };
  const lines = Object.entries(heads).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} Refused`, ...lines, '', ''].join('\r\n'));
}
