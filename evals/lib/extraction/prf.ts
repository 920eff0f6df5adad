/** Precision, recall and F1 out of counts, and how often what is said with a confidence is right. */
export interface Counts {
  right: number;
  said: number;
  wanted: number;
}

export interface Prf {
  readonly P: number;
  readonly R: number;
  readonly F1: number;
}

export function toFigures({ right, said, wanted }: Counts): Prf {
  const [P, R] = [right / (said || 1), right / (wanted || 1)];
  const F1 = P + R === 0 ? 0 : (2 * P * R) / (P + R);
  return { P: rounded(P), R: rounded(R), F1: rounded(F1) };
}

export interface CalibrationRow {
  readonly from: number;
  readonly said: number;
  readonly right: number;
}

const STEPS = [0.3, 0.5, 0.7, 0.8, 0.9];

/** For each step of confidence, how many were said with it and less than the next, and what share of them is right. */
export function calibrationOf(
  judged: readonly { readonly confidence: number; readonly isRight: boolean }[],
): CalibrationRow[] {
  return STEPS.map((from, i) => {
    const inside = judged.filter(({ confidence }) => confidence >= from && confidence < (STEPS[i + 1] ?? 2));
    const right = inside.filter(({ isRight }) => isRight).length;
    return { from, said: inside.length, right: rounded(right / (inside.length || 1)) };
  });
}

/** Of all that was said with a confidence from `bar` on. */
export function shownFrom(bar: number, rows: readonly CalibrationRow[]): { said: number; right: number } {
  const shown = rows.filter(({ from }) => from >= bar);
  const said = shown.reduce((sum, row) => sum + row.said, 0);
  return { said, right: rounded(shown.reduce((sum, row) => sum + row.said * row.right, 0) / (said || 1)) };
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
