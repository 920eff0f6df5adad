/** Which settings are in effect, and where each comes from. */
import { maskedConfig, type Config } from '@zapomni/core/config';
import type { Settings } from '../settings/given-settings.ts';
import { ok, type Check } from './check.ts';

export interface EffectiveSetting {
  readonly value: unknown;
  readonly source: string;
  /** The flag or variable it was given by. */
  readonly via: string | null;
}

export function effectiveSettings(settings: Settings, config: Config): Record<string, EffectiveSetting> {
  const effective = Object.entries(maskedConfig(config)).map(([name, value]): [string, EffectiveSetting] => {
    const setting = settings.get(name);
    const given = setting !== undefined && setting.source !== 'default';
    return [name, { value, source: setting?.source ?? 'default', via: given ? setting.via : null }];
  });
  return Object.fromEntries(effective);
}

export function checkSettings(effective: Readonly<Record<string, EffectiveSetting>>): Check {
  const given = Object.entries(effective).filter(([, { via }]) => via !== null);
  const list = given.map(([name, { value, via }]) => `${name}=${String(value)} (${via})`).join(', ');
  return ok('Settings', given.length === 0 ? 'all defaults' : `${list}; the rest are defaults`);
}
