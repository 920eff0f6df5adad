import type { Caller } from '../guards/guard.ts';

/** Whoever started this process. There is nobody to ask for a token, and nothing that they could not do without us. */
export const LOCAL_CALLER: Caller = { subject: 'local', scopes: new Set(['read', 'write', 'admin']) };

/** Of whom nothing is known: may do nothing. */
export const NOBODY: Caller = { subject: '', scopes: new Set() };
