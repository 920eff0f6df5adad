import type { AsOf } from '../../model/index.ts';
import { checkMoment } from './checks.ts';

/** A moment on both clocks, checked; a clock that was left out stays so. */
export function toMoment({ validAt, knownAt }: AsOf): AsOf {
  checkMoment(validAt, 'as_of');
  checkMoment(knownAt, 'known_at');
  return { ...(validAt === undefined ? {} : { validAt }), ...(knownAt === undefined ? {} : { knownAt }) };
}
