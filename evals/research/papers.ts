/** Whole PDFs, in a folder beside the cases: title and family names as the file shows them. */
import path from 'node:path';
import { z } from 'zod';
import type { ResearchSet } from './set.ts';

const answerSchema = z.object({
  title: z.string().optional(),
  family_names: z.array(z.string()),
  abstract: z.string().optional(),
  date: z.object({ year: z.number().optional() }).optional(),
});

export const papersSet: ResearchSet = {
  name: 'headers',
  files: /^papers$/,
  calls: () => [],
  predict: ({ id }) => ({ id }),
  async whole(zapomni, { cases, folder }) {
    const predictions: Record<string, unknown>[] = [];
    const refusals: string[] = [];
    for (const { id } of cases) {
      const pdf = path.resolve(folder, 'papers', id);
      const answer = await zapomni.tool('extract_pdf_metadata', { pdf_path: pdf, extract_text_preview: false });
      if (answer.error !== null) {
        refusals.push(answer.error);
        predictions.push({ id });
        continue;
      }
      const { title = '', family_names: authors, abstract = '', date } = answerSchema.parse(answer.structured);
      predictions.push({ id, title, authors, abstract, year: date?.year });
    }
    return { predictions, others: [], refusals, figures: {} };
  },
};
