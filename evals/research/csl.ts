/** The set `csl`: cases with the fields of the public suite, through `format_citations` and through the bare processor in the same run. */
import { openBare } from './csl-bare.ts';
import { toCall, toOutput, type CslAnswer, type CslCall, type CslCase } from './csl-cases.ts';

export interface CslPrediction {
  readonly id: string;
  readonly out: string;
}

export interface CslPredictions {
  readonly predictions: readonly CslPrediction[];
  /** What the bare processor prints, to be scored in the same way. */
  readonly bare: readonly CslPrediction[];
}

/** `call` is `format_citations` of the shipped program; what it refuses is a wrong answer. */
export async function predictCsl(
  cases: readonly CslCase[],
  call: (request: CslCall) => Promise<CslAnswer>,
): Promise<CslPredictions> {
  const bareOf = await openBare();
  const predictions: CslPrediction[] = [];
  for (const one of cases) {
    const out = await call(toCall(one)).then(
      (answer) => toOutput(one, answer),
      (error: unknown) => `failed: ${String(error)}`,
    );
    predictions.push({ id: one.id, out });
  }
  return { predictions, bare: cases.map((one) => ({ id: one.id, out: bareOf(one) })) };
}
