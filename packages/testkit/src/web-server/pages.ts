/** Pages that behave, and pages that do not. */
import type { Page } from './web-server.ts';

type Heads = Readonly<Record<string, string>>;

export function says(body: string | Uint8Array, headers: Heads = { 'content-type': 'text/plain' }, status = 200): Page {
  return (response) => void response.writeHead(status, headers).end(body);
}

export function leadsTo(location: string, status = 302): Page {
  return (response) => void response.writeHead(status, { location }).end();
}

/** One after the other; the last one from then on. */
export function inTurn(...pages: readonly Page[]): Page {
  return (response, request, nth) => (pages[Math.min(nth, pages.length) - 1] as Page)(response, request, nth);
}

/** Takes the request and never answers. */
export const hangs: Page = () => undefined;

/** Sends a head and a few bytes, and then nothing. */
export const stalls: Page = (response) => void response.writeHead(200).write('the beginning');

/** Closes the connection without a word. */
export const drops: Page = (response) => void response.socket?.destroy();

/** Resets the connection in the middle of its answer. */
export const resets: Page = (response) =>
  void response.writeHead(200).write('half', () => response.socket?.resetAndDestroy());

/** Says that there is more than comes. */
export const fallsShort: Page = (response) =>
  void response.writeHead(200, { 'content-length': '1000' }).write('half', () => response.socket?.end());

/** Sends without end. */
export const floods: Page = (response) => {
  const flood = Buffer.alloc(65_536, 'x');
  const pour = (): void => {
    for (let writable = true; writable && !response.destroyed;) writable = response.write(flood);
    if (!response.destroyed) response.once('drain', pour);
  };
  response.writeHead(200);
  pour();
};
