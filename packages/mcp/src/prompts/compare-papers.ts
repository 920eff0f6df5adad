import { invalidField } from '@zapomni/core/errors';
import { DIMENSIONS } from '@zapomni/core/research';
import { workspaceToUse } from '../workspace.ts';
import { suggestMorePapers, suggestPapers } from '../suggestions.ts';
import { budgetArgument, readBudget, readText, workspaceArgument, type ZapomniPrompt } from './define-prompt.ts';
import { evidenceHead, packEvidence } from './paper-evidence.ts';

export const comparePapers: ZapomniPrompt = {
  name: 'compare-papers',
  title: 'Compare papers',
  description: 'Has the model hold two to five papers of the library against each other, claim by claim.',
  arguments: [
    { name: 'first', description: 'A citekey, id, DOI or title.', required: true, complete: suggestPapers },
    { name: 'second', description: 'Another.', required: true, complete: suggestPapers },
    { name: 'more', description: 'Up to three more, separated by semicolons.', complete: suggestMorePapers },
    budgetArgument,
    workspaceArgument,
  ],
  fieldNames: {
    'articles[0]': 'first',
    'articles[1]': 'second',
    'articles[2]': 'more',
    'articles[3]': 'more',
    'articles[4]': 'more',
    articles: 'more',
  },
  async write(given, request) {
    const workspace = await workspaceToUse(request, given['workspace'] || undefined);
    const more = (given['more'] ?? '').split(';').map((one) => one.trim());
    const [first, second] = [readText(given, 'first'), readText(given, 'second')];
    if (first === second) throw invalidField('second', 'is the same paper as first', 'Name two different papers.');
    const articles = [first, second, ...more.filter((one) => one !== '')];
    const asked = { workspace, articles, dimensions: DIMENSIONS, signal: request.signal };
    const { papers, evidence, sharedReferences } = await request.app.research.analysis.compare(asked);
    const packed = packEvidence(evidence, readBudget(given));
    return [
      `Compare these papers: ${papers.map(({ paper }) => paper.value.citekey ?? paper.key).join(', ')}.`,
      [
        'Use the passages below and read_article; cite by label.',
        '- a table: question, method, data, main result, limits, one column for each paper;',
        '- where they agree, and where they differ and why that may be;',
        '- which one I should follow for what.',
      ].join('\n'),
      ...papers.map(({ paper }) => `- ${paper.value.item.title ?? paper.key} (${paper.value.year ?? 'no year'})`),
      sharedReferences.length === 0
        ? 'They share no reference that my library knows of.'
        : `They share ${sharedReferences.length} references, among them ${sharedReferences
            .slice(0, 3)
            .map(({ title, id }) => title || id)
            .join('; ')}.`,
      evidenceHead(packed),
      packed.text,
    ].join('\n\n');
  },
};
