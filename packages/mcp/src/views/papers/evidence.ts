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
  const { passages, papers, papersTotal, isCounted, leftOut, mode } = fitEvidence(evidence, maxChars);
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
  return { ...toWritten(answer), ...toEvidence(answer.evidence, maxChars), conflicts: pairs(answer.conflicts) };
}

function pairs(conflicts: readonly (readonly [string, string])[]): [string, string][] {
  return conflicts.map(([one, other]) => [one, other]);
}

export function toTopic(report: TopicReport, maxChars: number) {
  const { evidence, aspects, themes, years, venues, people, conflicts } = report;
  return {
    ...toWritten(report),
    aspects: aspects.map(({ aspect, passages }) => ({ aspect, passages: [...passages] })),
    themes: themes.map(({ name, papers, passages }) => ({ name, articles: [...papers], passages: [...passages] })),
    years: years.map((one) => ({ ...one })),
    venues: venues.map((one) => ({ ...one })),
    people: people.map((one) => ({ ...one })),
    conflicts: pairs(conflicts),
    ...toEvidence(evidence, maxChars),
  };
}

export function toSummary({ evidence, sections }: Summary, maxChars: number, citations: boolean) {
  const { articles, ...rest } = toEvidence(evidence, maxChars);
  return {
    needs_host_synthesis: sections.every(({ synthesis }) => synthesis === null),
    sections: sections.map(({ aspect, passages, ...written }) => ({
      section: aspect,
      passages: [...passages],
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
  const { articles: _articles, ...shown } = toEvidence(evidence, maxChars);
  return {
    ...toWritten(comparison),
    articles: papers.map(({ paper, references, citedByTheOthers }) => ({
      ...toArticle(paper),
      references,
      ...(citedByTheOthers.length === 0 ? {} : { cited_by_the_others: [...citedByTheOthers] }),
    })),
    sides: sides.map(({ dimension, passages }) => ({ dimension, passages: [...passages] })),
    shared_references: sharedReferences.map(({ id, title, citedBy }) => ({ id, title, cited_by: [...citedBy] })),
    figures: figures.map(({ label, paper, figures: said }) => ({
      passage: label,
      article_id: paper,
      figures: [...said],
    })),
    ...shown,
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
