import { invalidField } from '@zapomni/core/errors';
import type { Throttle } from '@zapomni/core/migrate';

/** `500`: records a second. `25%`: share of the time. */
export function readThrottle(text: string | undefined): Throttle | undefined {
  if (text === undefined) return undefined;
  const [, digits = '', percent] = /^(\d{1,7})(%?)$/.exec(text) ?? [];
  const value = Number(digits);
  if (value < 1 || (percent === '%' && value > 100)) {
    throw invalidField('--throttle', 'must be records per second, such as 500, or a share of the time, such as 25%');
  }
  return percent === '%' ? { share: value / 100 } : { perSecond: value };
}
