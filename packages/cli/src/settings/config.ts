/** The settings, checked. Apart from the reading because it loads zod. */
import { parseConfig, type Config } from '@zapomni/core/config';
import { ZapomniError, type FieldIssue } from '@zapomni/core/errors';
import { SETTINGS } from '../generated/help.ts';
import type { Settings } from './given-settings.ts';

const WORKSPACE_NAMES = '1–63 characters of a–z, 0–9, - and _, beginning with a letter or digit';

/** INVALID_CONFIG names what the user wrote: the flag or the variable that the value came from. */
export function loadConfig(settings: Settings): Config {
  const values = Object.fromEntries([...settings].map(([name, { value }]) => [name, value]));
  try {
    return parseConfig(values);
  } catch (error) {
    throw error instanceof ZapomniError && error.code === 'INVALID_CONFIG' ? named(error, settings) : error;
  }
}

function named(error: ZapomniError, settings: Settings): ZapomniError {
  const issues = error.issues.map((issue) => explain(issue, settings));
  const message = issues.map((issue) => `${issue.field}: ${issue.error}.`).join(' ');
  return new ZapomniError('INVALID_CONFIG', message, {
    issues,
    hint: '`zapomni help settings` lists what each takes.',
  });
}

/** The checker's own words are about types and patterns; the user wants to know what to write. */
function explain({ field, error }: FieldIssue, settings: Settings): FieldIssue {
  const fact = SETTINGS.find(({ env }) => env === field);
  const setting = fact && settings.get(fact.name);
  const takes = fact?.name === 'workspace' ? WORKSPACE_NAMES : fact?.accepts;
  const isTheirs = /^(Invalid|Too )/.test(error);
  return {
    field: setting && setting.source !== 'default' ? setting.via : field,
    error: isTheirs && takes !== undefined ? `takes ${takes}` : error,
  };
}
