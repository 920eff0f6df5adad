import { workspaceToUse } from '../workspace.ts';
import { suggestPaperTopics } from '../suggestions.ts';
import { budgetArgument, readBudget, readText, workspaceArgument, type ZapomniPrompt } from './define-prompt.ts';
import { evidenceHead, packEvidence } from './paper-evidence.ts';

const PAPERS = 30;

export const literatureReview: ZapomniPrompt = {
  name: 'literature-review',
  title: 'Review the literature',
  description: 'Has the model review what the papers of the library say on a topic, with every claim cited.',
  arguments: [
    { name: 'topic', description: 'What to review.', required: true, complete: suggestPaperTopics },
    budgetArgument,
    workspaceArgument,
  ],
  fieldNames: { query: 'topic' },
  async write(given, request) {
    const topic = readText(given, 'topic');
    const budget = readBudget(given);
    const workspace = await workspaceToUse(request, given['workspace'] || undefined);
    const asked = { workspace, topic, depth: 'deep' as const, maxPapers: PAPERS, signal: request.signal };
    const { evidence, themes, conflicts } = await request.app.research.analysis.topic(asked);
    if (evidence.passages.length === 0)
      return `I want a review of the literature on: ${topic}\n\nMy library holds no paper on it. Say so, and tell me which papers you would add first; process_pdf and import_bibliography add them.`;
    const packed = packEvidence(evidence, budget);
    const shared = themes.map(({ name, papers }) => `${name} (${papers.length})`).join(', ');
    return [
      `Write a review of the literature on: ${topic}`,
      [
        'Use only the passages below, and cite them by their labels ([P1], [P2]) after each claim.',
        '- **Question and scope**: what the papers set out to know.',
        '- **Themes**: what they share and how they build on each other.',
        '- **Methods and data**: what was done, with what.',
        '- **Findings**: with figures as they are given, and where papers disagree.',
        '- **Gaps**: what they name as open, and what none of them looks at. Ask answer_question before you list one.',
        '- **References**: format_citations writes them; name the citekeys.',
      ].join('\n'),
      ...(shared === '' ? [] : [`Words that several of the papers share: ${shared}.`]),
      ...(conflicts.length === 0
        ? []
        : [`These may contradict each other: ${conflicts.map((pair) => pair.join(' and ')).join(', ')}.`]),
      evidenceHead(packed),
      packed.text,
    ].join('\n\n');
  },
};
