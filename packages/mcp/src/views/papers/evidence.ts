/** What the library says of a question, as clients and `--json` show it. */
import {
  fitEvidence,
  type Answer,
  type Comparison,
  type Evidence,
  type KeptPaper,
  type PaperChunks,
  type ReadingList,
  type RelatedPaper,
  type Summary,
  type Synthesis,
  type TopicReport,
} from '@zapomni/core/research';
import { orLeast, toArticle } from './paper.ts';
import { round } from '../values.ts';

function toEvidence(evidence: Evidence, maxChars: number) {
  const { passages, papers, papersTotal, isCounted, leftOut, tooWeak, mode } = fitEvidence(evidence, maxChars);
  return {
    articles: papers.map(toArticle),
    passages: passages.map(({ label, paper, citation, quote, memoryId, score, conflicts }) => ({
      label,
      article_id: paper.id,
      citation,
      quote,
      memory_id: memoryId,
      score: round(score),
      ...(conflicts.length === 0 ? {} : { conflicts_with: [...conflicts] }),
    })),
    left_out: leftOut,
    ...(tooWeak.count === 0 ? {} : { below_min_relevance: tooWeak.count, best_below: round(tooWeak.best) }),
    articles_total: papersTotal,
    ...(isCounted ? {} : { articles_total_is_lower_bound: true }),
    mode,
  };
}

interface Written {
  readonly synthesis: Synthesis | null;
  readonly problem: string | null;
}

function toWritten({ synthesis, problem }: Written) {
  return {
    needs_host_synthesis: synthesis === null,
    ...(synthesis ? { answer: toSynthesis(synthesis) } : {}),
    ...(problem === null ? {} : { model_problem: problem }),
  };
}

function toSynthesis({ model, statements, unsupported }: Synthesis) {
  return {
    model,
    unsupported,
    statements: statements.map(({ text, supported, quotes }) => ({
      text,
      supported,
      quotes: quotes.map(({ passage, citation, quote, isThere }) => ({ passage, citation, quote, is_there: isThere })),
    })),
  };
}

export function toAnswer(answer: Answer, maxChars: number) {
  const evidence = toEvidence(answer.evidence, maxChars);
  return { ...toWritten(answer), ...evidence, conflicts: pairs(answer.conflicts, shownIn(evidence)) };
}

/** Tells of the labels that stand in the answer: nothing points at a passage that found no room. */
type Shown = (labels: readonly string[]) => string[];

function shownIn({ passages }: { readonly passages: readonly { readonly label: string }[] }): Shown {
  const labels = new Set(passages.map(({ label }) => label));
  return (some) => some.filter((label) => labels.has(label));
}

function pairs(conflicts: readonly (readonly [string, string])[], shown: Shown): [string, string][] {
  return conflicts.filter((pair) => shown(pair).length === 2).map(([one, other]) => [one, other]);
}

export function toTopic(report: TopicReport, maxChars: number) {
  const { aspects, themes, years, venues, people, conflicts } = report;
  const evidence = toEvidence(report.evidence, maxChars);
  const shown = shownIn(evidence);
  return {
    ...toWritten(report),
    aspects: aspects.map(({ aspect, passages }) => ({ aspect, passages: shown(passages) })),
    themes: themes.map(({ name, papers, passages }) => ({ name, articles: [...papers], passages: shown(passages) })),
    years: years.map((one) => ({ ...one })),
    venues: venues.map((one) => ({ ...one })),
    people: people.map((one) => ({ ...one })),
    conflicts: pairs(conflicts, shown),
    ...evidence,
  };
}

export function toSummary({ evidence, sections }: Summary, maxChars: number, citations: boolean) {
  const { articles, ...rest } = toEvidence(evidence, maxChars);
  const shown = shownIn(rest);
  return {
    needs_host_synthesis: sections.every(({ synthesis }) => synthesis === null),
    sections: sections.map(({ aspect, passages, ...written }) => ({
      section: aspect,
      passages: shown(passages),
      ...toWritten(written),
    })),
    ...(citations ? { articles } : {}),
    ...rest,
  };
}

export function toRelatedPapers(paper: KeptPaper, related: readonly RelatedPaper[], explain: boolean) {
  return {
    article: toArticle(paper),
    count: related.length,
    related: related.map(({ paper: other, score, parts, shared }) => ({
      ...toArticle(other),
      score: round(score),
      parts: Object.fromEntries(
        Object.entries(parts).flatMap(([name, value]) => (value === null ? [] : [[name, round(value as number)]])),
      ),
      ...(explain
        ? {
            shared_references: [...shared.references],
            cited_together_by: [...shared.citedTogetherBy],
            shared_authors: [...shared.authors],
          }
        : {}),
    })),
  };
}

const MOST_SUMMARY = 600;

export function toReadingList(
  { entries, total, isCounted }: ReadingList,
  { summaries, times }: { readonly summaries: boolean; readonly times: boolean },
) {
  const minutes = entries.reduce((sum, entry) => sum + entry.minutes, 0);
  return {
    total,
    ...orLeast(isCounted),
    count: entries.length,
    ...(times ? { total_minutes: minutes } : {}),
    articles: entries.map((entry, i) => ({
      order: i + 1,
      ...toArticle(entry.paper),
      ...(entry.citations ? { citations: entry.citations.count, citations_from: entry.citations.from } : {}),
      relevance: round(entry.relevance),
      read_state: entry.paper.value.read_state,
      ...(entry.after.length === 0 ? {} : { read_after: [...entry.after] }),
      ...(times ? { minutes: entry.minutes } : {}),
      ...(summaries ? summaryOf(entry.paper) : {}),
    })),
  };
}

function summaryOf({ value }: KeptPaper): { summary?: string } {
  const text = value.tldr ?? value.item.abstract ?? '';
  if (text === '') return {};
  return { summary: text.length > MOST_SUMMARY ? `${text.slice(0, MOST_SUMMARY).toWellFormed()}…` : text };
}

export function toComparison(comparison: Comparison, maxChars: number) {
  const { papers, evidence, sides, sharedReferences, figures } = comparison;
  const { articles: _articles, ...rest } = toEvidence(evidence, maxChars);
  const shown = shownIn(rest);
  return {
    ...toWritten(comparison),
    articles: papers.map(({ paper, references, citedByTheOthers }) => ({
      ...toArticle(paper),
      references,
      ...(citedByTheOthers.length === 0 ? {} : { cited_by_the_others: [...citedByTheOthers] }),
    })),
    sides: sides.map(({ dimension, passages }) => ({ dimension, passages: shown(passages) })),
    shared_references: sharedReferences.map(({ id, title, citedBy }) => ({ id, title, cited_by: [...citedBy] })),
    figures: figures
      .filter(({ label }) => shown([label]).length > 0)
      .map(({ label, paper, figures: said }) => ({ passage: label, article_id: paper, figures: [...said] })),
    ...rest,
  };
}

export function toChunks({ paper, total, chunks }: PaperChunks) {
  return {
    article_id: paper.key,
    total,
    chunks: chunks.map(({ passage, page, section, embedded }) => ({
      chunk_id: passage.id,
      memory_id: passage.memoryId,
      ordinal: passage.ordinal,
      start: passage.start,
      end: passage.end,
      ...(page === null ? {} : { page }),
      ...(section === null ? {} : { section }),
      embedded,
      text: passage.text,
    })),
  };
}
