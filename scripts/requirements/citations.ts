/**
 * Which requirements the tests cite. A citation is a statement `verifies('R001', …)` with literal ids; it is read from
 * the source, so it counts without running anything.
 */
import type { Requirement, Section } from '../../test/requirements.ts';
import { lineAt, withoutComments } from '../source/source-text.ts';
import type { SourceFile } from '../source/source-files.ts';

export interface Citation {
  /** As written; not necessarily one that exists. */
  readonly id: string;
  readonly file: string;
  readonly line: number;
}

export interface SectionCoverage {
  readonly name: string;
  readonly cited: readonly Requirement[];
  readonly missing: readonly Requirement[];
}

export interface Coverage {
  readonly sections: readonly SectionCoverage[];
  /** Citations of ids that the manifest does not have. */
  readonly unknown: readonly Citation[];
}

/** Files whose citations count. */
export const CITING_FILES = [
  '{packages,test,evals,examples,scripts}/**/*.test.ts',
  'packages/testkit/src/contracts/**/*.ts',
] as const;

// At the start of a line only: a call inside a string is a sample, not a citation.
const CALL = /^[ \t]*verifies\(([^)]*)\)/gm;

export function findCitations({ path, text }: SourceFile): Citation[] {
  const source = withoutComments(text);
  return [...source.matchAll(CALL)].flatMap((call) =>
    toIds(call[1] ?? '').map((id) => ({ id, file: path, line: lineAt(source, call.index) })),
  );
}

export function measureCoverage(sections: readonly Section[], citations: readonly Citation[]): Coverage {
  const cited = new Set(citations.map((citation) => citation.id));
  const known = new Set(sections.flatMap((section) => section.requirements.map((requirement) => requirement.id)));
  return {
    sections: sections.map(({ name, requirements }) => ({
      name,
      cited: requirements.filter(({ id }) => cited.has(id)),
      missing: requirements.filter(({ id }) => !cited.has(id)),
    })),
    unknown: citations.filter(({ id }) => !known.has(id)),
  };
}

// An argument that is not a plain string stays as it is, and so comes out as an unknown id.
function toIds(args: string): string[] {
  return args
    .split(',')
    .map((arg) => arg.trim().replace(/^(['"])(.*)\1$/, '$2'))
    .filter((arg) => arg !== '');
}
