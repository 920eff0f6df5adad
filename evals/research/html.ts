/** Pages of the web: what they are about, without what stands around it, as a document that was brought in reads. */
import { z } from 'zod';
import type { Zapomni } from '../lib/zapomni.ts';
import type { ResearchSet } from './set.ts';

const WORKSPACE = 'pages';
const broughtSchema = z.object({ document: z.object({ document_id: z.string() }) });
const partSchema = z.object({ text: z.string().default(''), next_cursor: z.string().optional() });

export const htmlSet: ResearchSet = {
  name: 'html',
  files: /^html$/,
  calls: () => [],
  predict: ({ id }) => ({ id }),
  async whole(zapomni, { cases }) {
    const predictions: Record<string, unknown>[] = [];
    const refusals: string[] = [];
    for (const { id, html } of cases) {
      const given = { text: String(html), name: `${predictions.length}.html`, workspace_id: WORKSPACE };
      const { structured, error } = await zapomni.tool('add_document', given);
      if (error !== null) refusals.push(error);
      predictions.push({ id, text: error === null ? await readAll(zapomni, structured) : '' });
    }
    return { predictions, others: [], refusals, figures: {} };
  },
};

async function readAll(zapomni: Zapomni, brought: unknown): Promise<string> {
  const { document_id: document } = broughtSchema.parse(brought).document;
  const parts: string[] = [];
  let cursor: string | undefined;
  do {
    const asked = {
      document,
      max_chars: 100_000,
      workspace_id: WORKSPACE,
      ...(cursor === undefined ? {} : { cursor }),
    };
    const { structured, error } = await zapomni.tool('read_document', asked);
    if (error !== null) throw new Error(`A page cannot be read: ${error}`);
    const part = partSchema.parse(structured);
    parts.push(part.text);
    cursor = part.next_cursor;
  } while (cursor !== undefined);
  return parts.join('');
}
