/** Repositories and what became of indexing them, as clients and `--json` show it. */
import type {
  Freshness,
  IndexReport,
  KeptRepository,
  NeededPackage,
  RepositoryCounts,
  RepositoryLink,
} from '@zapomni/core/code';
import type { DeletionReceipt } from '@zapomni/core/ports';
import { toReceipt } from './removal.ts';
import { iso } from './values.ts';

function toCounts({ left_out: leftOut, languages, ...counts }: RepositoryCounts) {
  return { ...counts, left_out: sorted(leftOut), languages: sorted(languages) };
}

/** Most first. */
function sorted(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)));
}

export function toIndexReport(report: IndexReport) {
  const { repository, name, root, dryRun, branch, head, failures, counts, passages, ...files } = report;
  return {
    repository_id: repository,
    name,
    path: root,
    dry_run: dryRun,
    ...(branch === null ? {} : { branch }),
    ...(head === null ? {} : { commit: head }),
    run: { ...files, chunks: passages },
    failures: failures.map((failure) => ({ ...failure })),
    counts: toCounts(counts),
  };
}

/** What is known of a repository beside its own record. */
interface Beside {
  readonly fresh: Freshness | undefined;
  readonly packages: readonly NeededPackage[];
  readonly links: readonly RepositoryLink[];
  readonly nameOf: (repository: string) => string;
}

const MOST_PACKAGES = 50;

function toRepository({ key, value }: KeptRepository, { fresh, packages, links, nameOf }: Beside) {
  const { name, root, state, error, branch, head, indexed_at: indexedAt, options, counts, scip } = value;
  return {
    repository_id: key,
    name,
    path: root,
    state,
    ...(error === null ? {} : { error: { ...error } }),
    ...(branch === null ? {} : { branch }),
    ...(head === null ? {} : { commit: head }),
    ...(fresh ? { freshness: fresh.state } : {}),
    ...(indexedAt === null ? {} : { indexed_at: iso(indexedAt) }),
    ...(links.length === 0 ? {} : { depends_on: links.map((link) => toLink(link, nameOf)) }),
    ...(packages.length === 0 ? {} : toPackages(packages)),
    ...(scip === null ? {} : { scip: toScip(scip) }),
    counts: toCounts(counts),
    options: { ...options },
  };
}

function toPackages(packages: readonly NeededPackage[]) {
  return { packages: packages.slice(0, MOST_PACKAGES).map(({ name }) => name), packages_total: packages.length };
}

function toLink({ to, package: needed, range, kind, path }: RepositoryLink, nameOf: Beside['nameOf']) {
  return { repository_id: to, name: nameOf(to), package: needed, ...(range === null ? {} : { range }), kind, path };
}

function toScip({ used, ignored, error }: NonNullable<KeptRepository['value']['scip']>) {
  return { used, ignored, ...(error === null ? {} : { error }) };
}

export interface ShownRepository {
  readonly repository: KeptRepository;
  readonly fresh?: Freshness | undefined;
  readonly packages: readonly NeededPackage[];
}

/** `links`: which of them need what others declare. */
export function toRepositories(all: readonly ShownRepository[], links: readonly RepositoryLink[]) {
  const names = new Map(all.map(({ repository: { key, value } }) => [key, value.name]));
  const nameOf = (key: string): string => names.get(key) ?? key;
  const shown = all.map(({ repository, fresh, packages }) =>
    toRepository(repository, { fresh, packages, links: links.filter(({ from }) => from === repository.key), nameOf }),
  );
  return { count: all.length, repositories: shown };
}

export function toRemovedRepository({ key, value }: KeptRepository, receipt: DeletionReceipt) {
  return { status: 'removed' as const, repository_id: key, name: value.name, removed: toReceipt(receipt) };
}
