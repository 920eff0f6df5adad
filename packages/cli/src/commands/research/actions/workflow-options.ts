/** What `zapomni research workflow` takes besides names. */
import { invalidField } from '@zapomni/core/errors';
import type { ParamValue } from '@zapomni/core/research';
import { usageError, type Arguments, type Options } from '../../../arguments/arguments.ts';

export const WORKFLOW_OPTIONS: Options = {
  param: { type: 'string', multiple: true, value: 'NAME=VALUE', about: 'Workflow run: a parameter; may be repeated.' },
  'dry-run': { type: 'boolean', about: 'Workflow run: only say what each selector matches.' },
  at: { type: 'string', value: 'N', about: 'Workflow run, show, export: this earlier version.' },
  replace: { type: 'boolean', about: 'Workflow add: a new version where there is one of this name.' },
  off: { type: 'boolean', about: 'Workflow add: keep it switched off.' },
  output: { type: 'string', short: 'o', value: 'FILE', about: 'Workflow export: into this file.' },
  picture: { type: 'string', value: 'FILE', about: 'Workflow show: write the picture of the last failure there.' },
};

export function nameIn(args: Arguments, action: string): string {
  const name = args.positionals.join(' ').trim();
  if (name === '') throw usageError(`research workflow ${action}: name a workflow.`);
  return name;
}

/** Undefined where none was said. */
export function versionIn(args: Arguments): number | undefined {
  return args.text('at') === undefined ? undefined : args.count('at', 1, 1_000_000);
}

/** Numbers and truths are what they look like; `NAME="5"` stays a text. */
export function paramsIn(args: Arguments): Record<string, ParamValue> {
  const entries = (args.texts('param') ?? []).map((text) => {
    const at = text.indexOf('=');
    if (at < 1) throw invalidField('--param', 'takes NAME=VALUE');
    return [text.slice(0, at), toValue(text.slice(at + 1))] as const;
  });
  return Object.fromEntries(entries);
}

function toValue(text: string): ParamValue {
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  if (text === 'true' || text === 'false') return text === 'true';
  return /^".*"$/s.test(text) ? text.slice(1, -1) : text;
}
