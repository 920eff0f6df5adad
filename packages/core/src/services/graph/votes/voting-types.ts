/** Kinds that a reader may take for one another, so that memories vote on which one a name has. */
const VOTING: ReadonlySet<string> = new Set(['person', 'organization', 'place', 'technology', 'work', 'event']);

/** Fewer memories on either side show a mistake of the reader, not a second thing. */
const ENOUGH = 3;
/** So small a share of them too. */
const SHARE = 0.25;

export function isVoted(type: string): boolean {
  return VOTING.has(type);
}

export interface Votes {
  /** As what the name is kept, and for how many it is that. */
  readonly kept: string;
  readonly support: number;
  /** What others took it for. */
  readonly others: ReadonlyMap<string, number>;
}

/**
 * The kinds that a name has by these votes: the one that most took it for, and the present one where as many did. Two where the texts
 * show two things, such as a person and a country called Jordan; but a company is one thing, whoever takes it for a person.
 */
export function decide({ kept, support, others }: Votes): readonly string[] {
  const [[type, votes] = [kept, 0]] = [...others].toSorted(([, one], [, other]) => other - one);
  const fewer = Math.min(votes, support);
  const areTwo = type !== 'organization' && kept !== 'organization' && fewer >= ENOUGH;
  if (areTwo && fewer >= SHARE * (votes + support)) return [kept, type];
  return votes > support ? [type] : [kept];
}
