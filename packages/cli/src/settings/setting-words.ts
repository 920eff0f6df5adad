import { withoutLogin } from '@zapomni/core/config';
import { SETTINGS } from '../generated/help.ts';
import type { Settings } from './given-settings.ts';

/** What another process has to be told to get the same settings, which knows nothing of this one's environment. No secrets. */
export function settingWords(settings: Settings): string[] {
  return SETTINGS.filter(({ secret }) => !secret).flatMap(({ name, flag }) => {
    const setting = settings.get(name);
    const given = setting?.value !== undefined && setting.source !== 'default';
    return given ? [`--${flag}`, withoutLogin(setting.value ?? '')] : [];
  });
}
