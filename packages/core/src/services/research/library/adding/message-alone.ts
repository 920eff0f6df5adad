import { toZapomniError } from '../../../../errors/index.ts';

/** What was wrong, without the name of a field: what it is about stands beside it. */
export function messageAlone(error: unknown): string {
  const { message, issues } = toZapomniError(error);
  const field = issues.find((issue) => message.startsWith(`${issue.field}: `))?.field;
  return field === undefined ? message : message.slice(field.length + 2);
}
