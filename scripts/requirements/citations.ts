/**
 * Which requirements the tests cite. A citation is a statement `verifies('R001', …)` with literal ids. Read from the source it
 * counts without running anything; read from vitest's reports (ran.ts) it counts when its test ran and passed.
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
  /** Lines that are neither cited nor excused, and excuses that are wrong, in words. */
  readonly faults: readonly string[];
}

export interface Evidence {
  /** As the source has them. */
  readonly citations: readonly Citation[];
  /** The ids that tests cited which ran and passed; without a run the source's citations count. */
  readonly ran?: ReadonlySet<string>;
  /** Why a line has no test, by id. */
  readonly reasons: Readonly<Record<string, string>>;
}

/** Files whose citations count. */
export const CITING_FILES = [
  '{packages,test,evals,examples,scripts,bench}/**/*.test.ts',
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

export function measureCoverage(sections: readonly Section[], { citations, ran, reasons }: Evidence): Coverage {
  const written = new Set(citations.map((citation) => citation.id));
  const counts = ran ?? written;
  const known = new Set(sections.flatMap((section) => section.requirements.map((requirement) => requirement.id)));
  const unshown = [...known].filter((id) => !counts.has(id) && reasons[id] === undefined);
  const excused = Object.keys(reasons);
  return {
    sections: sections.map(({ name, requirements }) => ({
      name,
      cited: requirements.filter(({ id }) => counts.has(id)),
      missing: requirements.filter(({ id }) => !counts.has(id)),
    })),
    unknown: citations.filter(({ id }) => !known.has(id)),
    faults: [
      ...unshown.map((id) =>
        written.has(id) ? `${id} is cited, but by no test that ran and passed` : `${id} is neither cited nor excused`,
      ),
      ...excused.filter((id) => written.has(id)).map((id) => `${id} has a reason not to be cited, and is cited`),
      ...excused.filter((id) => !known.has(id)).map((id) => `${id} has a reason, but there is no such line`),
    ],
  };
}

// An argument that is not a plain string stays as it is, and so comes out as an unknown id.
function toIds(args: string): string[] {
  return args
    .split(',')
    .map((arg) => arg.trim().replace(/^(['"])(.*)\1$/, '$2'))
    .filter((arg) => arg !== '');
}
