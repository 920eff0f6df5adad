/** Lists of references, taken apart; and single references, field by field. */
import { z } from 'zod';
import { crudeFields } from './crude-references.ts';
import type { ResearchSet, ToolAnswer, ToolCall } from './set.ts';

const answerSchema = z.object({
  references: z.array(z.object({ raw: z.string(), printed: z.record(z.string(), z.string()) })),
});

function check(text: unknown): ToolCall {
  return { tool: 'check_references', arguments: { text: String(text), limit: 1000 } };
}

function checked(answer: ToolAnswer | undefined) {
  return answer && answer.error === null ? answerSchema.parse(answer.structured).references : [];
}

export const referenceListsSet: ResearchSet = {
  name: 'references',
  files: /^reference-lists$/,
  calls: ({ text }) => [check(text)],
  predict: ({ id }, [answer]) => ({ id, refs: checked(answer).map(({ raw }) => raw) }),
};

export const citationsSet: ResearchSet = {
  name: 'citations',
  scorer: 'extras',
  files: /^citations-/,
  calls: ({ raw }) => [check(raw)],
  predict: ({ id }, [answer]) => ({ id, fields: checked(answer)[0]?.printed ?? {} }),
  beside: async (cases) => ({
    name: 'a crude split',
    predictions: cases.map(({ id, raw }) => ({ id, fields: crudeFields(String(raw)) })),
  }),
};
