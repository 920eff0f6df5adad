/** What was read from a bibliography, as clients and `--json` show it. */
import { nameOf, type ImportReport } from '@zapomni/core/research';

type Entry = ImportReport['entries'][number];

/** `authors` are the first of them; a record with thousands is still one line. */
const MOST_AUTHORS = 100;
const MOST_ABSTRACT = 500;

export function toImportReport(report: ImportReport) {
  const { added, updated, unchanged, forgotten } = report.counts;
  const problems = report.problems.map(({ line, message, citekey }) => ({
    line,
    message,
    ...(citekey ? { citekey } : {}),
  }));
  return {
    status: report.dryRun ? ('dry_run' as const) : ('imported' as const),
    format: report.format,
    total: report.total,
    ...(report.dryRun ? {} : { added, updated, unchanged, forgotten }),
    entries: report.entries.map((entry) => toEntry(entry, report.dryRun)),
    problems,
    problems_total: report.problemsTotal,
  };
}

function toEntry({ line, item, saved, sameAs }: Entry, withFields: boolean) {
  const { citekey, contributors, identifiers, title = '', type, issued, container_title: venue, page } = item;
  const authors = contributors.filter(({ role }) => role === 'author');
  const doi = identifiers.find(({ scheme }) => scheme === 'doi')?.value;
  return {
    line,
    ...(citekey === undefined ? {} : { citekey }),
    type,
    title,
    authors: authors.slice(0, MOST_AUTHORS).map(nameOf),
    ...(authors.length > MOST_AUTHORS ? { authors_total: authors.length } : {}),
    ...(issued?.year === undefined ? {} : { year: issued.year }),
    ...(doi === undefined ? {} : { doi }),
    ...(venue === undefined ? {} : { venue }),
    ...(page === undefined ? {} : { pages: page }),
    ...(saved ? savedFields(saved) : {}),
    ...sameFields(sameAs),
    ...(withFields ? { fields: fieldsOf(item) } : {}),
  };
}

function sameFields(same: Entry['sameAs'] = []) {
  const told = same.map(({ entry, verdict, confidence }) => ({ entry: entry + 1, verdict, confidence }));
  return told.length === 0 ? {} : { same_as: told };
}

function savedFields({ status, paper, proposals, renamedFrom }: NonNullable<Entry['saved']>) {
  return {
    status,
    ...(paper ? { id: paper.key } : {}),
    ...(paper?.value.citekey && renamedFrom !== null
      ? { citekey: paper.value.citekey, renamed_from: renamedFrom }
      : {}),
    ...(proposals.length > 0 ? { may_be: proposals.map((one) => one.paper) } : {}),
  };
}

/** Everything that was understood, long texts cut: this is a look, not the record. */
function fieldsOf({
  type: _type,
  citekey: _key,
  title: _title,
  contributors,
  ...rest
}: Entry['item']): Record<string, unknown> {
  const { abstract } = rest;
  return {
    ...rest,
    contributors: contributors.slice(0, MOST_AUTHORS),
    ...(abstract === undefined
      ? {}
      : {
          abstract: abstract.length > MOST_ABSTRACT ? `${abstract.slice(0, MOST_ABSTRACT).toWellFormed()}…` : abstract,
        }),
  };
}
