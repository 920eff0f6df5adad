/**
 * Writes src/generated/help.ts: the settings as plain data, so that `--help`, the flags and the first reading of the
 * environment need no zod. Called by `npm run gen`.
 */
import type { ConfigField } from '@zapomni/core/config';

/** One setting, as much of it as help and the reading of flags and environment need. */
export interface SettingFact extends Pick<ConfigField, 'name' | 'env' | 'flag' | 'aliases' | 'section' | 'secret'> {
  readonly about: string;
  readonly accepts: string;
  /** As a user would write it; null where the machine decides. */
  readonly fallback: string | null;
}

/** The text of src/generated/help.ts. */
export function renderHelp(fields: readonly ConfigField[]): string {
  const entries = fields.map((field) => `  ${JSON.stringify(toFact(field))},`);
  return [
    '// Generated from packages/core/src/config by `npm run gen`. Do not edit.',
    "import type { SettingFact } from '../help/render-help.ts';",
    '',
    'export const SETTINGS: readonly SettingFact[] = [',
    ...entries,
    '];',
    '',
  ].join('\n');
}

function toFact(field: ConfigField): SettingFact {
  return {
    name: field.name,
    env: field.env,
    flag: field.flag,
    aliases: field.aliases,
    section: field.section,
    secret: field.secret,
    about: field.description.replaceAll('`', ''),
    accepts: field.accepts.replaceAll('`', ''),
    fallback: field.default === undefined ? null : String(field.default),
  };
}
