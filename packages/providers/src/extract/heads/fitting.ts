/** Which kinds of things a relation can hold between. Only what can never be is ruled out: kinds of names are sometimes mistaken. */
import type { MentionKind } from './pairs.ts';

const PEOPLE = new Set('REPORTS_TO SPOUSE_OF CHILD_OF SIBLING_OF RELATIVE_OF FRIEND_OF MET'.split(' '));
const OF_PEOPLE = new Set(
  'WORKS_FOR LIVES_IN BORN_IN MOVED_TO STUDIED_AT LIKES DISLIKES LEADS BORN_ON DIED_ON DIED_IN CITIZEN_OF'.split(' '),
);
const AT_TIMES = new Set('DUE BORN_ON DIED_ON PUBLISHED_ON FOUNDED_ON HAPPENED_ON'.split(' '));
const TO_PLACES = new Set('LIVES_IN BORN_IN MOVED_TO LOCATED_IN DIED_IN CITIZEN_OF CAPITAL_OF COMES_FROM'.split(' '));
const TO_NATIONS = new Set(['CITIZEN_OF', 'LOCATED_IN', 'COMES_FROM']);
const NAMES: ReadonlySet<MentionKind> = new Set(['PER', 'ORG', 'LOC', 'TECH', 'WORK', 'EVENT', 'MISC']);

/** What says more than another type and was not judged against it in training: who leads a team is also one of it. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  WORKS_FOR: ['LEADS', 'FOUNDED'],
  MEMBER_OF: ['LEADS'],
  OWNS: ['FOUNDED'],
  LIVES_IN: ['MOVED_TO'],
  USES: ['WRITTEN_IN', 'DECIDED'],
};

/** Types that say more than this one. */
export function moreThan(type: string): readonly string[] {
  return MORE[type] ?? [];
}

export function fits(type: string, head: MentionKind, tail: MentionKind): boolean {
  if (PEOPLE.has(type)) return head === 'PER' && tail === 'PER';
  return NAMES.has(head) && canBegin(type, head) && canEnd(type, tail);
}

function canBegin(type: string, head: MentionKind): boolean {
  if (type === 'CAPITAL_OF') return head === 'LOC';
  return !OF_PEOPLE.has(type) || head === 'PER' || (type === 'LEADS' && head === 'ORG');
}

function canEnd(type: string, tail: MentionKind): boolean {
  if (type === 'HAS_VERSION') return tail === 'VERSION';
  if (AT_TIMES.has(type)) return tail === 'TIME';
  if (tail === 'NAT') return TO_NATIONS.has(type);
  return NAMES.has(tail) && !(TO_PLACES.has(type) && tail === 'PER');
}
