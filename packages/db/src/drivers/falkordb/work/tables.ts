/**
 * Everything that outlives the call that asked for it, in plain keys beside the registry.
 *
 *   items     hash        id → revision, number, and the item as JSON but for its payload     (work-rows.ts)
 *   payloads  hash        id → payload, which may be long and need not be written whenever a lease is kept
 *   order     sorted set  what it is found by; all scores are 0, so that members are in the order of their bytes
 *   keys      hash        kind, workspace and key → the id of the live item that has it
 *   counts    hash        kind, workspace and state → how many
 *   numbers   counter     the number of the last item: which one was added first
 *
 * Members of `order`; what is parted by a space here is parted by NUL there. Numbers are as `sortable` writes them.
 *
 *   waits   any kind … id           and   in kind workspace … id      … = priority, from the highest; due time; number
 *   waits   due kind due-time id
 *   runs    lease kind lease-end workspace id
 *   all     list place-and-moment id kind workspace state             read backwards: what runs, waits, has ended; newest first
 */
import type { KeptWork } from '../../../shared/work-states.ts';
import { sortable } from '../sortable.ts';

const END = '\0';

function beginning(...parts: readonly string[]): string {
  return parts.map((part) => part + END).join('');
}

/** What waits, best first. */
export function waitingOf(kind: string, workspace?: string): string {
  return workspace === undefined ? beginning('any', kind) : beginning('in', kind, workspace);
}

export function dueOf(kind: string): string {
  return beginning('due', kind);
}

export function leasesOf(kind: string): string {
  return beginning('lease', kind);
}

export const LISTED = beginning('list');

/** What all members come before that begin so. */
export function endOf(start: string): string {
  return `${start.slice(0, -END.length)}\u0001`;
}

/** After all members with this number, before those with a greater one: no digit comes after it. */
export const AFTER_DIGITS = 'g';

export interface NumberedWork {
  readonly item: KeptWork;
  readonly number: number;
}

export function membersOf({ item, number }: NumberedWork): string[] {
  return [listMember(item), ...placesOf(item, number)];
}

function placesOf({ state, kind, workspace, id, priority, dueAt, leaseUntil }: KeptWork, number: number): string[] {
  const within = workspace ?? '';
  if (state === 'running') return [leasesOf(kind) + [sortable(leaseUntil ?? 0), within, id].join(END)];
  if (state !== 'queued') return [];
  const place = sortable(-priority) + sortable(dueAt) + sortable(number) + END + id;
  return [waitingOf(kind) + place, waitingOf(kind, within) + place, dueOf(kind) + sortable(dueAt) + END + id];
}

function listMember(item: KeptWork): string {
  const { id, kind, workspace, state, createdAt, endedAt } = item;
  const place = state === 'running' ? 2 : state === 'queued' ? 1 : 0;
  const moment = place === 0 ? (endedAt ?? createdAt) : createdAt;
  return LISTED + [place + sortable(moment), id, kind, workspace ?? '', state].join(END);
}

/** Whose member of the list it is. */
export function listedIn(member: string): { readonly id: string; readonly kind: string } {
  const [, , id = '', kind = ''] = member.split(END);
  return { id, kind };
}

/** Ended before the time: from the first of these on, before the second. */
export function endedBefore(time: number): readonly [string, string] {
  return [`${LISTED}0`, `${LISTED}0${sortable(time)}`];
}

export function keyOf({ kind, workspace, key }: Pick<KeptWork, 'kind' | 'workspace' | 'key'>): string | null {
  return key === null ? null : [kind, workspace ?? '', key].join(END);
}

export function countOf({ kind, workspace, state }: KeptWork): string {
  return [kind, workspace ?? '', state].join(END);
}
