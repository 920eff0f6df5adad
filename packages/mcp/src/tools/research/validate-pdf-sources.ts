import { z } from 'zod';
import { GATHERS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { reportLine, sourceReports } from '../../fields/source-fields.ts';
import { toValidatedSource } from '../../views/papers/index.ts';

export default defineTool({
  name: 'validate_pdf_sources',
  title: 'Look at the sources of papers',
  description: 'Which sources of papers are allowed, have a key, answer, and what is left of their limits.',
  input: z.strictObject({
    source_name: z.string().optional(),
    test_sample: z.boolean().default(true).describe('Ask each for a known paper; false asks nobody.'),
  }),
  output: z.object({
    sources: z.array(
      z.object({
        name: z.string(),
        allowed: z.boolean(),
        host: unlisted(z.string()),
        answers: unlisted(z.array(z.string())),
        key: unlisted(z.enum(['set', 'missing']).optional()),
        key_setting: unlisted(z.string().optional()),
        rests_until: unlisted(z.string().optional()),
        spent_today: unlisted(z.number().optional()),
        left_today: unlisted(z.number().optional()),
        sample: unlisted(sourceReports.element.extend({ ms: z.number() }).optional()),
      }),
    ),
  }),
  annotations: GATHERS,
  async run({ source_name: source, test_sample: testSample }, { app, signal }) {
    const sources = await app.research.access.validate({ source, testSample, signal });
    return { sources: sources.map(toValidatedSource) };
  },
  text: ({ sources }) =>
    sources
      .map(({ name, allowed, key, key_setting, left_today, rests_until, sample }) =>
        [
          `${name}: ${allowed ? 'allowed' : 'off'}`,
          ...(key === undefined ? [] : [`key ${key}${key === 'missing' ? ` (${key_setting ?? ''})` : ''}`]),
          ...(left_today === undefined ? [] : [`${left_today} left today`]),
          ...(rests_until === undefined ? [] : [`left alone until ${rests_until}`]),
          ...(sample && allowed ? [`${reportLine(sample)}, ${Math.round(sample.ms)} ms`] : []),
        ].join('; '),
      )
      .join('\n'),
});
