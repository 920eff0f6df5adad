/** Who is signed in: a token for this tab alone. The code that opens it comes in the fragment, which no server ever sees. */
import { signal } from '@preact/signals';
import { lookAgain } from '../shell/route.ts';

const KEY = 'zapomni-token';

export const token = signal<string | null>(sessionStorage.getItem(KEY));

/** Takes a code out of the address, so that it is not in the history, and exchanges it. Says why when it could not. */
export async function signInByAddress(): Promise<string | null> {
  const [, code] = /^#code=([\w-]+)$/.exec(location.hash) ?? [];
  if (code === undefined) return null;
  history.replaceState(null, '', `${location.pathname}#/`);
  lookAgain();
  const response = await fetch('/api/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  const body = (await response.json()) as { token?: string; error?: { message: string } };
  if (body.token === undefined) return body.error?.message ?? 'The code was refused.';
  sessionStorage.setItem(KEY, body.token);
  token.value = body.token;
  return null;
}

/** By a token that was made for somebody: it stays what it is, and can be taken back. Says why when it opens nothing. */
export async function signInByToken(given: string): Promise<string | null> {
  const headers = { authorization: `Bearer ${given.trim()}` };
  try {
    const response = await fetch('/api/me', { headers, credentials: 'omit' });
    if (!response.ok) return 'This token opens nothing here.';
  } catch {
    return 'This cannot be a token, or the server does not answer.';
  }
  sessionStorage.setItem(KEY, given.trim());
  token.value = given.trim();
  return null;
}

export function signOut(): void {
  sessionStorage.removeItem(KEY);
  token.value = null;
}
