/** Options that several commands take in the same words. */
import type { Options, OptionSpec } from './arguments.ts';

/** What is known about a memory besides its text. */
export const FACTS: Options = {
  tag: { type: 'string', multiple: true, value: 'TAG', about: 'A tag; may be repeated.' },
  source: { type: 'string', value: 'TEXT', about: 'Where it comes from: a URL, file or person.' },
  kind: { type: 'string', value: 'KIND', about: 'fact, preference, decision, event, procedure, note …' },
  metadata: { type: 'string', value: 'JSON', about: 'Any object; its timestamp (ISO 8601) says when it happened.' },
};

/** The two ends of a stretch of time. */
export const ENDS = {
  from: { type: 'string', value: 'DATE', about: 'Not before: 2026-01-31, "last week", "March 2024".' },
  to: { type: 'string', value: 'DATE', about: 'Not after; a day or a month counts whole.' },
} as const satisfies Options;

/** What narrows a search or a list. */
export const FILTERS: Options = {
  tag: { type: 'string', multiple: true, value: 'TAG', about: 'Only with this tag; repeated: with any of them.' },
  'tag-all': { type: 'string', multiple: true, value: 'TAG', about: 'Only with this tag; repeated: with all of them.' },
  'tag-none': { type: 'string', multiple: true, value: 'TAG', about: 'Not with this tag; may be repeated.' },
  source: {
    type: 'string',
    multiple: true,
    value: 'TEXT',
    about: 'Only from this source; repeated: from any of them.',
  },
  kind: { type: 'string', multiple: true, value: 'KIND', about: 'Only of this kind; repeated: of any of them.' },
  meta: {
    type: 'string',
    multiple: true,
    value: 'TEST',
    about: 'Only where metadata fit: status=open, "priority>=2".',
  },
  ...ENDS,
  'as-of': { type: 'string', value: 'DATE', about: 'What held then, replaced since or not.' },
  superseded: { type: 'boolean', about: 'Also what a newer memory replaced.' },
};

export const KNOWN_AT = {
  type: 'string',
  value: 'DATE',
  about: 'As the store believed then.',
} as const satisfies OptionSpec;

/** A moment on both clocks. */
export const MOMENT: Options = {
  'as-of': { type: 'string', value: 'DATE', about: 'What held then: 2026-01-31, "last week", "March 2024".' },
  'known-at': KNOWN_AT,
};

/** For what cannot be taken back. */
export const YES: Options = { yes: { type: 'boolean', short: 'y', about: 'Do not ask.' } };

/** How fast a whole store is read or written. */
export const THROTTLE: Options = {
  throttle: { type: 'string', value: 'N', about: 'At most N records a second; N%: only this share of the time.' },
};

export const FROM_STORE: Options = {
  from: {
    type: 'string',
    value: 'STORE',
    about: 'sqlite:FOLDER or falkordb://host:port; the store in use if not said.',
  },
};
