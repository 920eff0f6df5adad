/** Where in the page one is: `#/search?q=tea`. Every screen and every memory has an address of its own. */
import { signal } from '@preact/signals';

export interface Place {
  readonly screen: string;
  /** What follows the screen's name, e.g. a memory's id. */
  readonly id: string | undefined;
  readonly query: URLSearchParams;
}

export const place = signal<Place>(read());

/** The address was changed; the browser says so only when it was not by us. */
export function lookAgain(): void {
  place.value = read();
}

addEventListener('hashchange', lookAgain);

function read(): Place {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const [screen = '', ...rest] = path.split('/');
  const id = rest.length === 0 ? undefined : decodeURIComponent(rest.join('/'));
  return { screen: screen || 'overview', id, query: new URLSearchParams(query) };
}

export function addressOf(screen: string, id?: string, query: Record<string, string> = {}): string {
  const given = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''));
  const path = id === undefined ? screen : `${screen}/${encodeURIComponent(id)}`;
  return `#/${path}${given.size === 0 ? '' : `?${given}`}`;
}

export function go(screen: string, id?: string, query?: Record<string, string>): void {
  location.hash = addressOf(screen, id, query);
}
