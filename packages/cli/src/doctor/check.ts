import { toZapomniError } from '@zapomni/core/errors';

/** One line of the doctor's report. */
export interface Check {
  readonly name: string;
  readonly status: 'ok' | 'warning' | 'broken';
  readonly detail: string;
  /** What to do about it; empty when all is well. */
  readonly advice: string;
}

export const ok = (name: string, detail: string): Check => ({ name, status: 'ok', detail, advice: '' });
export const warning = (name: string, detail: string, advice: string): Check => ({
  name,
  status: 'warning',
  detail,
  advice,
});
export const broken = (name: string, detail: string, advice: string): Check => ({
  name,
  status: 'broken',
  detail,
  advice,
});

/** A check that could not be carried out is a finding too. */
export async function attempt(name: string, check: () => Promise<Check>): Promise<Check> {
  try {
    return await check();
  } catch (thrown) {
    const { code, message, hint } = toZapomniError(thrown);
    return broken(name, `${code}: ${message}`, hint);
  }
}
