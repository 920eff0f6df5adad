/** The visitor that follows from a language's table. */
import type { Enter, Leave, Visitor } from '../tree/walk.ts';
import { enterFunction, enterType, leaveFunction, leaveMember, leaveType } from './ordinary/definitions.ts';
import { each, type OrdinaryLanguage } from './ordinary/table.ts';
import { leavesOf, valuesOf } from './ordinary/values.ts';
import { docOfFile, noteComment } from './shared/comments.ts';

export function ordinary(language: OrdinaryLanguage): Visitor {
  const enter: Record<string, Enter> = {
    ...each<Enter>(language.branches, (walk, node) => walk.region(node)),
    ...each<Enter>(language.loops, (walk, node) => walk.region(node, true)),
    ...each<Enter>(language.comments, noteComment),
  };
  const leave: Record<string, Leave> = valuesOf(language);
  for (const [kind, row] of Object.entries(language.members)) leave[kind] = leaveMember(language, row);
  for (const [kind, row] of Object.entries(language.functions)) {
    enter[kind] = enterFunction(language, row);
    leave[kind] = leaveFunction(language, row);
  }
  for (const [kind, row] of Object.entries(language.types)) {
    enter[kind] = enterType(language, row);
    leave[kind] = leaveType(language, row);
  }
  const { visitor } = language;
  return {
    enter: { ...enter, ...visitor.enter },
    leave: { ...leave, ...visitor.leave },
    leaf: { ...leavesOf(language), ...visitor.leaf },
    end(walk) {
      walk.draft(0).doc = docOfFile(walk);
      visitor.end?.(walk);
    },
  };
}
