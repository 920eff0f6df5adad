/** JavaScript, TypeScript and both with JSX: one language with more or less written down. */
import type { Visitor } from '../tree/walk.ts';
import { enterClass, leaveClass } from './javascript/classes.ts';
import { enterFunction, leaveFunction } from './javascript/functions.ts';
import { leaveModule } from './javascript/modules.ts';
import { enterStatement, leaveStatement } from './javascript/statements.ts';
import { leaveValue, scriptLeaf } from './javascript/values.ts';
import { docOfFile, noteComment } from './shared/comments.ts';

export const visitor: Visitor = {
  enter: { ...enterFunction, ...enterClass, ...enterStatement, comment: noteComment },
  leave: { ...leaveValue, ...leaveFunction, ...leaveClass, ...leaveStatement, ...leaveModule },
  leaf: scriptLeaf,
  end: (walk) => void (walk.draft(0).doc = docOfFile(walk)),
};
