/** What was done about a note, or would be, as the report has it. */
import type { Job, NotesPass } from './note-job.ts';
import { conflictAdvice, propertyProblem, regionProblem, textProblem } from './problems.ts';
import type { RefusedText, TextWrite } from './users-text.ts';

/** `text`: the user's, where it was taken over or cannot be. */
export function tellOf(pass: NotesPass, job: Job, text: TextWrite | RefusedText | null): void {
  const { path, before, merged, record } = job;
  const { tally, format } = pass;
  if (!merged) return void tally.removed.push(path);
  tally[before === null ? 'created' : before.text === merged.content ? 'unchanged' : 'updated'] += 1;
  if (Object.keys(merged.taken).length > 0) tally.taken += 1;
  if (record && before && record.path !== path) tally.moved += 1;
  const { conflicts, broken, unmeant } = merged;
  if (conflicts.length > 0) tally.conflicts.push({ file: path, parts: conflicts, fix: conflictAdvice(conflicts) });
  for (const key of unmeant) tally.problems.push(propertyProblem(path, key));
  for (const region of broken) tally.problems.push(regionProblem(path, region, format));
  if (text) tellOfText(pass, path, text);
}

function tellOfText({ tally }: NotesPass, file: string, text: TextWrite | RefusedText): void {
  if ('refused' in text) return void tally.problems.push(textProblem(file, text.refused));
  tally.texts += 1;
  tally.passages += text.passages;
}
