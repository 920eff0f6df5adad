import { suggestTopics, tagsInUse } from '../suggestions.ts';
import { workspaceToUse } from '../workspace.ts';
import { workspaceArgument, type ZapomniPrompt } from './define-prompt.ts';

const TAGS_SHOWN = 30;

export const rememberSession: ZapomniPrompt = {
  name: 'remember-session',
  title: 'Remember this conversation',
  description: 'Has the model pick what is worth keeping from this conversation and store it.',
  arguments: [
    { name: 'focus', description: 'Keep only what concerns this.', complete: suggestTopics },
    workspaceArgument,
  ],
  async write(given, request) {
    const focus = given['focus']?.trim() ?? '';
    const workspace = await workspaceToUse(request, given['workspace'] || undefined);
    const tags = (await tagsInUse(request, workspace)).slice(0, TAGS_SHOWN);
    return [
      `Go through our conversation and keep what will matter in a later one${focus ? `, as far as it concerns: ${focus}` : ''}.`,
      [
        '1. Pick decisions with their reasons, preferences, facts about people and projects, problems with the solution that worked, and what was left open. Leave out small talk, what the code or documents say themselves, and secrets.',
        '2. Write each as one statement that can be understood alone: names and dates written out, no "this" or "above".',
        '3. Call search_memory for each first. Known already: skip it. Changed since: add the new one with `supersedes` set to the old memory_id.',
        `4. Store the rest with one call of add_memory, in \`items\`, with workspace_id \`${workspace}\` and tags.${tags.length > 0 ? ` Tags in use: ${tags.join(', ')}.` : ''}`,
        '5. Tell me in a list what you stored, what you replaced and what you left out.',
      ].join('\n'),
    ].join('\n\n');
  },
};
