/** Python. */
import type { Visitor } from '../tree/walk.ts';
import { docOf, enterDefinition, leaveDefinition } from './python/definitions.ts';
import { endOfFile, enterStatement, leaveStatement } from './python/statements.ts';
import { leaveValue, pythonLeaf } from './python/values.ts';

export const visitor: Visitor = {
  enter: {
    module: (walk, node) => void (walk.draft(0).doc = docOf(walk, node)),
    ...enterDefinition,
    ...enterStatement,
  },
  leave: { ...leaveValue, ...leaveDefinition, ...leaveStatement },
  leaf: pythonLeaf,
  end: endOfFile,
};
