import type { Caller, Gatekeeper, HttpRequestHead } from '../guards/guard.ts';
import { LOCAL_CALLER } from '../dispatch/known-callers.ts';

/** Lets everybody in and notes who came. `x-test-subject` says who the caller is. */
export class OpenGate implements Gatekeeper {
  readonly seen: HttpRequestHead[] = [];
  readonly headers: Record<string, string> = { 'x-admitted': 'yes' };
  /** What the gate answers instead, by path. */
  readonly refusals = new Map<string, { status: number; error: { code: number; message: string } }>();

  async admit(head: HttpRequestHead) {
    this.seen.push(head);
    const refusal = this.refusals.get(head.path);
    if (refusal) return { ...refusal, headers: { 'x-refused': 'yes' } };
    if (head.method === 'OPTIONS') return { preflight: { 'access-control-allow-methods': 'POST' } };
    return { caller: this.#callerOf(head), headers: this.headers };
  }

  #callerOf({ headers }: HttpRequestHead): Caller {
    const subject = headers['x-test-subject'];
    return typeof subject === 'string' ? { subject, scopes: LOCAL_CALLER.scopes } : LOCAL_CALLER;
  }
}
