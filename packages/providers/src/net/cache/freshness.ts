/** What an answer says of how long it may be kept and how to ask whether it is still right (RFC 9111, for a private cache). */
type Headers = Readonly<Record<string, string>>;

const OK = 200;

/** `received`: when it came. Until then it need not be asked for again; the same time means at once. */
export function freshUntil(headers: Headers, received: number): number {
  const control = directives(headers);
  if (control.has('no-cache') || control.has('no-store')) return received;
  const age = Math.max(0, Number(headers['age'] ?? 0) || 0) * 1000;
  return received + Math.max(0, lifetime(headers, control, received) - age);
}

/** Whether it is allowed, and of any use. */
export function mayKeep(status: number, headers: Headers, received: number): boolean {
  if (status !== OK || directives(headers).has('no-store') || /\*/.test(headers['vary'] ?? '')) return false;
  return hasValidator(headers) || freshUntil(headers, received) > received;
}

/** Asks for the whole only if it has changed. */
export function conditionsOf(headers: Headers): Record<string, string> {
  const { etag, 'last-modified': modified } = headers;
  return {
    ...(etag === undefined ? {} : { 'if-none-match': etag }),
    ...(modified === undefined ? {} : { 'if-modified-since': modified }),
  };
}

function hasValidator(headers: Headers): boolean {
  return headers['etag'] !== undefined || headers['last-modified'] !== undefined;
}

function lifetime(headers: Headers, control: ReadonlyMap<string, string>, received: number): number {
  const maxAge = control.get('max-age');
  // What is no number is no permission.
  if (maxAge !== undefined) return /^\d+$/.test(maxAge) ? Number(maxAge) * 1000 : 0;
  const expires = Date.parse(headers['expires'] ?? '');
  const sent = Date.parse(headers['date'] ?? '');
  return Number.isNaN(expires) ? 0 : expires - (Number.isNaN(sent) ? received : sent);
}

function directives(headers: Headers): Map<string, string> {
  const parts = (headers['cache-control'] ?? '').toLowerCase().split(',');
  return new Map(
    parts.map((part) => {
      const [name = '', value = ''] = part.split('=', 2);
      return [name.trim(), value.trim().replaceAll('"', '')];
    }),
  );
}
