/**
 * Only our own page may call: a browser says of every request where it comes from. The guards before let pages of this
 * machine pass, for MCP; to another program's page on another port nothing here is given.
 */
import type { HttpRequestHead } from '@zapomni/server/guards';

/** Programs that are no browser send neither header. */
export function isFromElsewhere({ headers }: HttpRequestHead): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (site !== undefined && site !== 'same-origin') return true;
  if (origin === undefined) return false;
  return host === undefined || (origin !== `http://${host}` && origin !== `https://${host}`);
}
