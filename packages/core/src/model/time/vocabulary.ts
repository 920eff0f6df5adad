/**
 * The words in which a language speaks of time. Forms are divided by `|`; `stem/a/b` stands for stem+a and stem+b; several
 * words may make one form. A form that ends in `?` has other meanings too, and counts only where its neighbours bear it
 * out.
 */
import type { Unit } from './calendar.ts';

export interface Vocabulary {
  readonly code: string;
  /** January first. */
  readonly months: readonly string[];
  /** Monday first. */
  readonly weekdays: readonly string[];
  readonly units: Readonly<Partial<Record<Unit, string>>>;
  /** The day before yesterday first; then yesterday, today, tomorrow. */
  readonly days: readonly [string, string, string, string];
  /** Morning, afternoon, evening, night. */
  readonly parts: readonly [string, string, string, string];
  /** Spring first. */
  readonly seasons: readonly [string, string, string, string];
  readonly last: string;
  readonly this: string;
  readonly next: string;
  /** Stands before or after the count. */
  readonly ago: string;
  /** What a date stands after: in, on, during. */
  readonly in: string;
  readonly before: string;
  readonly after: string;
  readonly since: string;
  readonly until: string;
  readonly during: string;
  readonly between: string;
  readonly and: string;
  readonly to: string;
  /** Articles and the like, which may stand inside a date. */
  readonly of: string;
  /** Counts back from now whatever the calendar says: the past week. */
  readonly past?: string;
  /** A small number that nobody counted. */
  readonly few?: string;
  /** One word for last year. */
  readonly lastYear?: string;
  /** The beginning, the middle and the end of something. */
  readonly edges?: readonly [string, string, string];
  /** Relations stand after the date, and endings say where a month belongs. */
  readonly postpositions?: true;
  /** From one; divided by commas. */
  readonly numbers: string;
}
