/** What a setting is: a schema, and facts that hang on it. Everything that shows or reads settings starts from these. */
import { z } from 'zod';

export type ConfigSection =
  | 'general'
  | 'store'
  | 'tools'
  | 'http'
  | 'files'
  | 'web'
  | 'papers'
  | 'search'
  | 'graph'
  | 'model'
  | 'limits'
  | 'logs';

interface SettingFacts {
  readonly section: ConfigSection;
  /** Other environment names that are accepted, older ones among them. */
  readonly aliases?: readonly string[];
  /** Shown as `***` in logs and reports. */
  readonly secret?: boolean;
}

export const settingFacts = z.registry<SettingFacts>();

/** Facts hang on the very schema object, so they are registered last: `describe` makes a copy. */
export function setting<T extends z.ZodType>(
  section: ConfigSection,
  schema: T,
  about: string,
  ...aliases: string[]
): T {
  const described = schema.describe(about);
  settingFacts.add(described, { section, aliases });
  return described;
}

/** Never shown, in no log and no report. */
export function secretSetting<T extends z.ZodType>(
  section: ConfigSection,
  schema: T,
  about: string,
  ...aliases: string[]
): T {
  const described = schema.describe(about);
  settingFacts.add(described, { section, aliases, secret: true });
  return described;
}

export const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

export const webAddress = z
  .url({ protocol: /^https?$/ })
  .refine((url) => !/^https?:\/\/[^/]*@/i.test(url), 'must not hold a name or password; give a key instead');

/** The items of a setting that lists some, separated by commas. */
export function listed(names: string): string[] {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
