/** What the base server refuses because of how it was set up is a fault of the settings, and told as one. */
import { ZapomniError } from '@zapomni/core/errors';
import { ServerError } from '@zapomni/server';

/** A port that is taken and a door that would stand open become INVALID_CONFIG; everything else stays what it is. */
export function asSettingsFault(error: unknown): unknown {
  const isFault = error instanceof ServerError && (error.code === 'INVALID_OPTIONS' || error.code === 'NO_TRANSPORT');
  if (!isFault) return error;
  return new ZapomniError('INVALID_CONFIG', error.message, {
    hint: '`zapomni help settings` lists them.',
    cause: error,
  });
}
