/** First pages: title, authors and abstract as they are printed. */
import { z } from 'zod';
import type { ResearchSet } from './set.ts';

const answerSchema = z.object({
  title: z.string().optional(),
  authors_printed: z.array(z.string()),
  abstract: z.string().optional(),
});

export const headersSet: ResearchSet = {
  name: 'headers',
  files: /^headers$/,
  calls: ({ text }) => [
    { tool: 'extract_pdf_metadata', arguments: { text: String(text), extract_text_preview: false } },
  ],
  predict({ id }, [answer]) {
    if (!answer || answer.error !== null) return { id };
    const { title = '', authors_printed: authors, abstract = '' } = answerSchema.parse(answer.structured);
    return { id, title, authors, abstract };
  },
};
