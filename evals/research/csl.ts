/** Cases with the fields of the public suite for CSL, through `format_citations` and through the bare processor in the same run. */
import { openBare } from './csl-bare.ts';
import { toCall, toOutput, type CslAnswer, type CslCase } from './csl-cases.ts';
import type { ResearchCase, ResearchSet } from './set.ts';

export const cslSet: ResearchSet = {
  name: 'csl',
  files: /^csl/,
  calls: (one) => [{ tool: 'format_citations', arguments: { ...toCall(asCsl(one)) } }],
  predict(one, [answer]) {
    if (!answer || answer.error !== null) return { id: one.id, out: `failed: ${answer?.error ?? ''}` };
    return { id: one.id, out: toOutput(asCsl(one), answer.structured as CslAnswer) };
  },
  async beside(cases) {
    const bareOf = await openBare();
    return { name: 'bare citeproc', predictions: cases.map((one) => ({ id: one.id, out: bareOf(asCsl(one)) })) };
  },
};

function asCsl(one: ResearchCase): CslCase {
  return one as unknown as CslCase;
}
