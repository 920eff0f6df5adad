/**
 * Answers to several questions as one: every passage once, under one label, in the order in which it first came. What each question
 * picked of it is quoted: an abstract tells at its end what was found, and at its beginning what was asked.
 */
import type { Evidence, EvidencePassage } from './evidence.ts';

export interface NamedEvidence<Name extends string> {
  readonly name: Name;
  readonly evidence: Evidence;
}

export interface MergedEvidence<Name extends string> {
  readonly evidence: Evidence;
  /** Labels of the passages that answered each question. */
  readonly labels: ReadonlyMap<Name, readonly string[]>;
}

export function mergeEvidence<Name extends string>(
  question: string,
  all: readonly NamedEvidence<Name>[],
): MergedEvidence<Name> {
  const kept = new Map<string, EvidencePassage>();
  const labels = new Map<Name, readonly string[]>();
  const renamed = new Map<string, string>();
  for (const { name, evidence } of all) {
    labels.set(
      name,
      evidence.passages.map((passage) => {
        const key = keyOf(passage);
        const known = kept.get(key);
        const { label } = known ?? { label: `P${kept.size + 1}` };
        kept.set(key, known ? withMore(known, passage) : { ...passage, label });
        renamed.set(`${name} ${passage.label}`, label);
        return label;
      }),
    );
  }
  const conflicts = conflictsIn(all, renamed);
  const passages = [...kept.values()].map((passage) => ({
    ...passage,
    conflicts: [...(conflicts.get(passage.label) ?? [])],
  }));
  const papers = new Map(all.flatMap(({ evidence }) => evidence.papers.map((paper) => [paper.key, paper])));
  const foundIn = [...new Set(all.flatMap(({ evidence }) => evidence.foundIn))];
  const leftOut = all.reduce((sum, { evidence }) => sum + evidence.leftOut, 0);
  const mode = all.some(({ evidence }) => evidence.mode === 'words') ? 'words' : 'hybrid';
  const tooWeak = {
    count: all.reduce((sum, { evidence }) => sum + evidence.tooWeak.count, 0),
    best: Math.max(0, ...all.map(({ evidence }) => evidence.tooWeak.best)),
  };
  const counts = {
    leftOut,
    tooWeak,
    papersTotal: papers.size,
    isCounted: all.every(({ evidence }) => evidence.isCounted),
  };
  return { evidence: { question, passages, papers: [...papers.values()], foundIn, ...counts, mode }, labels };
}

/** With what the other quotes of the same passage, and what stands between the two. */
function withMore(passage: EvidencePassage, { span }: EvidencePassage): EvidencePassage {
  const start = Math.min(passage.span.start, span.start);
  const end = Math.max(passage.span.end, span.end);
  return { ...passage, span: { start, end }, quote: passage.whole.slice(start, end) };
}

function keyOf({ memoryId, passageId }: EvidencePassage): string {
  return `${memoryId} ${passageId}`;
}

function conflictsIn(
  all: readonly NamedEvidence<string>[],
  renamed: ReadonlyMap<string, string>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const conflicts = new Map<string, Set<string>>();
  for (const { name, evidence } of all)
    for (const passage of evidence.passages) {
      const own = renamed.get(`${name} ${passage.label}`) ?? '';
      const others = conflicts.get(own) ?? new Set();
      for (const other of passage.conflicts) others.add(renamed.get(`${name} ${other}`) ?? '');
      conflicts.set(own, others);
    }
  return conflicts;
}
