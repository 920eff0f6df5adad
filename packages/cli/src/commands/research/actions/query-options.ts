/** What a query says, as options of the command line; an empty text clears. */
import type { SaidQuery } from '@zapomni/core/research';
import { invalidField } from '@zapomni/core/errors';
import type { Arguments, Options } from '../../../arguments/arguments.ts';

const LISTS = {
  keyword: ['keywords', 'WORDS', 'A keyword; may be repeated, as those below.'],
  require: ['required_topics', 'WORDS', 'Papers without it are rejected.'],
  prefer: ['preferred_topics', 'WORDS', 'Papers with it come first.'],
  exclude: ['excluded_topics', 'WORDS', 'Papers with it are rejected.'],
  author: ['authors', 'NAME', 'Somebody whose papers are wanted.'],
  method: ['methodology_preferences', 'WORDS', 'A method that is preferred.'],
  source: ['selected_sources', 'NAME', 'A discovery source to look at.'],
  licence: ['auto_download_licences', 'NAME', 'Only download under this one.'],
} as const;

export const QUERY_OPTIONS: Options = {
  question: { type: 'string', value: 'TEXT', about: 'What is to be found out.' },
  description: { type: 'string', value: 'TEXT', about: 'A note on it.' },
  ...Object.fromEntries(
    Object.entries(LISTS).map(([name, [, value, about]]) => [
      name,
      { type: 'string' as const, multiple: true, value, about },
    ]),
  ),
  from: { type: 'string', value: 'DATE', about: 'Published not before 2020, 2020-03 …' },
  to: { type: 'string', value: 'DATE', about: 'Published not after.' },
  every: { type: 'string', value: 'HOURS', about: 'Run it by itself every so many hours; 0: never.' },
  cron: { type: 'string', value: 'CRON', about: 'Or at these times: "0 6 * * 1".' },
  zone: { type: 'string', value: 'ZONE', about: 'Of the cron: Europe/Berlin; UTC if not said.' },
  'min-score': { type: 'string', value: 'SCORE', about: 'Papers are kept from here on, 0–1; 0.7 if not said.' },
  'max-per-run': { type: 'string', value: 'N', about: 'At most so many papers of one run; 50 if not said.' },
  download: { type: 'string', value: 'on|off', about: 'Download what is kept, where that is free.' },
  'download-score': { type: 'string', value: 'SCORE', about: 'Only from this score on.' },
  'download-per-day': { type: 'string', value: 'N', about: 'At most so many a day.' },
  active: { type: 'string', value: 'on|off', about: 'Whether it is followed.' },
  rename: { type: 'string', value: 'NAME', about: 'Change: its new name.' },
  offset: { type: 'string', value: 'N', about: 'Next: pass over so many.' },
};

/** Only what was said. */
export function queryIn(args: Arguments): SaidQuery & { is_active?: boolean | undefined } {
  const lists = Object.entries(LISTS).flatMap(([option, [field]]) => {
    const given = args.texts(option);
    return given ? [[field, given.filter((entry) => entry.trim() !== '')] as const] : [];
  });
  return {
    description: args.text('description'),
    research_question: args.text('question'),
    ...Object.fromEntries(lists),
    publication_date_range: datesIn(args),
    schedule: scheduleIn(args),
    min_relevance_score: numberIn(args, 'min-score'),
    max_articles_per_run: numberIn(args, 'max-per-run'),
    auto_download_enabled: switchIn(args, 'download'),
    auto_download_min_score: numberIn(args, 'download-score'),
    auto_download_per_day: numberIn(args, 'download-per-day'),
    is_active: switchIn(args, 'active'),
  };
}

function datesIn(args: Arguments): SaidQuery['publication_date_range'] {
  const [from, to] = [args.text('from'), args.text('to')];
  if (from === undefined && to === undefined) return undefined;
  const bound = (given: string | undefined) => (given === '' ? null : given);
  return { start: bound(from), end: bound(to) };
}

function scheduleIn(args: Arguments): SaidQuery['schedule'] {
  const [hours, cron, zone] = [numberIn(args, 'every'), args.text('cron'), args.text('zone')];
  if (hours === 0 || cron === '') return null;
  if (hours === undefined && cron === undefined && zone === undefined) return undefined;
  return { every_hours: hours, cron, zone };
}

function numberIn(args: Arguments, name: string): number | undefined {
  const text = args.text(name);
  if (text === undefined) return undefined;
  if (!/^\d{1,9}(?:\.\d{1,9})?$/.test(text)) throw invalidField(`--${name}`, 'must be a number');
  return Number(text);
}

function switchIn(args: Arguments, name: string): boolean | undefined {
  const word = args.oneOf(name, ['on', 'off']);
  return word && word === 'on';
}
