/**
 * Who says it, in a conversation kept turn by turn ("Ana: I moved to Ghent"). What one says does not replace what another
 * said, and an answer that takes up a statement is no newer version of it.
 */
const LABEL = /^\s*([\p{L}\p{N}][\p{L}\p{N}.'’_-]*(?: [\p{L}\p{N}.'’_-]+){0,2}):\s/u;
/** Where fewer begin with a label, labels are headings ("Update: …"). */
const CONVERSATION = 0.5;

/** Whether two openings may be of one speaker: where it is not known who speaks, they may. */
export type IsSameSpeaker = (opening: string, other: string) => boolean;

export function speakersAmong(openings: readonly string[]): IsSameSpeaker {
  const labelled = openings.filter((opening) => labelOf(opening) !== null).length;
  if (labelled < CONVERSATION * openings.length) return () => true;
  return (opening, other) => {
    const [one, two] = [labelOf(opening), labelOf(other)];
    return one === null || two === null || one === two;
  };
}

function labelOf(opening: string): string | null {
  return LABEL.exec(opening)?.[1]?.toLowerCase() ?? null;
}
