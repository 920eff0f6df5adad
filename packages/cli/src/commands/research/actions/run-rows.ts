/** Runs as rows of a table. */
import type { FollowedRun, KeptRun } from '@zapomni/core/research';
import { oneLine } from '../../../output/harmless.ts';

export function runRow({ value }: KeptRun): string[] {
  const { status, found, new: fresh, rejected, error, started_at: at, skipped_why: skipped } = value;
  const why = error?.message ?? skipped.join(' ');
  return [
    new Date(at).toISOString().slice(0, 16),
    status,
    String(found),
    String(fresh),
    String(rejected),
    oneLine(why),
  ];
}

export const LIVE_HEAD = ['SOURCE', 'PAGE', 'FOUND', 'NEW', 'WAITING FOR'];

/** While it goes on. */
export function liveRow(followed: FollowedRun): string[] {
  const { started, run } = followed;
  const { pages = 0, found = 0, new: fresh = 0 } = run?.value ?? {};
  const name = oneLine(started.source.value.name);
  // Whose page it is stands at the beginning of the line.
  const waiting = waitingFor(followed).replace(` of ${name}`, '');
  return [name, String(pages), String(found), String(fresh), waiting];
}

function waitingFor({ started, task, run }: FollowedRun): string {
  if (started.how !== 'started') return started.how;
  if (task?.state === 'queued') return 'its turn';
  if (task?.state === 'running') return oneLine(task.progress.message || 'an answer');
  return run?.value.status ?? task?.state ?? '';
}

/** At its end, in a sentence. */
export function endLine({ started, task, run }: FollowedRun): string {
  const name = oneLine(started.source.value.name);
  const { how, again, howToAllow } = started;
  if (how === 'off') return `${name}: off. ${howToAllow ?? ''}`;
  if (how === 'fresh') return `${name}: looked at already; its time comes ${iso(again)}. --force looks all the same.`;
  if (how === 'resting') return `${name}: wants to be left alone until ${iso(again)}.`;
  return `${name}: ${run ? endOf(run) : (task?.error?.message ?? task?.state ?? 'not begun')}`;
}

function endOf({ value }: KeptRun): string {
  const { status, found, new: fresh, known, rejected, more, error, retry_at: until, key_setting: key } = value;
  return [
    `${status}, ${found} found, ${fresh} new, ${known} known, ${rejected} rejected.`,
    ...(more ? ['There is more: run it again.'] : []),
    ...(error ? [oneLine(error.message)] : []),
    ...(until === null ? [] : [`Not before ${iso(until)}.`]),
    ...(key === null ? [] : [`A key helps: setting ${key}.`]),
  ].join(' ');
}

function iso(at: number | null): string {
  return at === null ? '' : new Date(at).toISOString().slice(0, 16);
}
