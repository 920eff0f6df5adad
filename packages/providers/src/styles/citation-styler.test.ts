import { citationStylerContract } from '@zapomni/testkit/contracts';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { describe, expect, it } from 'vitest';
import { createCitationStyler } from './citation-styler.ts';
import { escapeMarkdown } from './engine/markdown.ts';

const logger = createRecordingLogger();

citationStylerContract('citeproc in a thread', { open: (options) => createCitationStyler({ logger, ...options }) });

describe('the thread of the styler', () => {
  it('that dies takes one request with it', async () => {
    const dying = new URL(`data:text/javascript,${encodeURIComponent('process.exit(1)')}`);
    const styler = createCitationStyler({ logger, workerUrl: dying });
    await expect(styler.format({ style: 'apa', format: 'text', items: [] })).rejects.toMatchObject({
      code: 'INTERNAL',
    });
    await styler.close();
  });
});

describe('Markdown', () => {
  it('escapes what would be read as markup, and leaves addresses alone', () => {
    expect(escapeMarkdown('*a* [b] `c` <d> \\e _f_ g_h')).toBe('\\*a\\* \\[b\\] \\`c\\` \\<d\\> \\\\e \\_f\\_ g_h');
    expect(escapeMarkdown('https://doi.org/10.1000/a_b')).toBe('https://doi.org/10.1000/a_b');
    expect(escapeMarkdown(undefined)).toBe('');
  });
});
