import { ZapomniError } from '../errors/index.ts';
import { configSchema, type Config } from './schema.ts';

/**
 * Checks settings as they come from flags and environment: strings, or absent. Fails with INVALID_CONFIG that names each
 * wrong setting by its environment variable and says what it takes.
 */
export function parseConfig(values: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = configSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => ({
    field: `ZAPOMNI_${String(issue.path[0] ?? '').toUpperCase()}`,
    error: issue.message,
  }));
  const message = issues.map((issue) => `${issue.field}: ${issue.error}`).join('; ');
  throw new ZapomniError('INVALID_CONFIG', message, { issues, hint: 'docs/configuration.md lists every setting.' });
}
