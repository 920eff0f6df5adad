/** A bibliography taken into the library, or only looked at: what is in it by line, what could not be read and why. */
import { invalidField } from '../../../errors/index.ts';
import type { BibliographicItem } from '../../../model/papers/index.ts';
import type { Deps } from '../../deps.ts';
import { fetchFile, statFile, type Asker } from '../../documents/fetch-source.ts';
import { checkedTags } from '../library/change/checked-text.ts';
import type { PaperWriter, SavedPaper } from '../library/keep/arrival.ts';
import { lossesOf } from '../library/keep/paper-facts.ts';
import { portionSizes } from '../library/keep/portions.ts';
import { sameEntries, type SameEntry } from '../reading/identity/index.ts';
import type { Finding, FormatName } from './format.ts';
import { openBibliography } from './read-bibliography.ts';

export interface ImportRequest extends Asker {
  readonly workspace: string;
  /** One of both: the text itself, or a file below the folders of the user. */
  readonly content?: string | Uint8Array | undefined;
  readonly path?: string | undefined;
  readonly format?: FormatName | undefined;
  /** Nothing is stored. */
  readonly dryRun: boolean;
  readonly tags?: readonly string[] | undefined;
  /** Entries that are told, from `offset` on; all are read. */
  readonly limit: number;
  readonly offset: number;
  readonly onProgress?: ((done: number) => void) | undefined;
}

export interface ImportedEntry {
  readonly line: number;
  readonly item: BibliographicItem;
  /** What became of it; null of a dry run. */
  readonly saved: SavedPaper | null;
  /** Of a dry run: entries before it that are, or may be, of the same work. */
  readonly sameAs?: readonly SameEntry[];
}

export interface ImportReport {
  readonly format: FormatName;
  readonly dryRun: boolean;
  /** All that were read. */
  readonly total: number;
  readonly counts: Readonly<Record<SavedPaper['status'], number>>;
  readonly entries: readonly ImportedEntry[];
  readonly problems: readonly Extract<Finding, { kind: 'problem' }>[];
  readonly problemsTotal: number;
}

const MOST_PROBLEMS = 100;

type Read = Omit<ImportedEntry, 'saved'>;

export async function importBibliography(
  deps: Deps,
  request: ImportRequest,
  writer: PaperWriter,
): Promise<ImportReport> {
  checkedTags(request.tags ?? [], 'tags');
  const content = await contentOf(deps, request);
  const { format, looksLike, findings } = await openBibliography(content, {
    format: request.format,
    findCharset: deps.findCharset,
  });
  const report = new Report(request);
  const storing = new Storing(request, report, writer);
  for await (const finding of findings) {
    request.signal?.throwIfAborted();
    if (finding.kind === 'problem') report.problem(finding);
    else await storing.take({ line: finding.line, item: finding.item });
  }
  await storing.end();
  if (report.isEmpty && looksLike !== null)
    throw invalidField('format', `has no entry in it: the text looks like ${looksLike}`, 'Leave it out, or name that.');
  return report.done(format);
}

/** A portion is stored while the next one is read: the store has a thread of its own. */
class Storing {
  readonly #request: ImportRequest;
  readonly #report: Report;
  readonly #writer: PaperWriter;
  readonly #sizes = portionSizes();
  #size = this.#sizes.next().value;
  #waiting: Read[] = [];
  /** Handed on, and not yet heard of. */
  readonly #underWay: Read[] = [];

  constructor(request: ImportRequest, report: Report, writer: PaperWriter) {
    this.#request = request;
    this.#report = report;
    this.#writer = writer;
  }

  async take(entry: Read): Promise<void> {
    if (this.#waiting.push(entry) >= this.#size) await this.#flush();
  }

  async end(): Promise<void> {
    await this.#flush();
    if (!this.#request.dryRun) this.#heard(await this.#writer.end());
  }

  async #flush(): Promise<void> {
    const { tags, dryRun } = this.#request;
    const entries = this.#waiting;
    if (entries.length === 0) return;
    this.#waiting = [];
    this.#size = this.#sizes.next().value;
    if (dryRun) return this.#tell(entries, []);
    const arrivals = entries.map(({ item }) => ({ item, source: 'bibliography', tags }));
    this.#underWay.push(...entries);
    this.#heard(await this.#writer.push(arrivals));
  }

  #heard(saved: readonly SavedPaper[]): void {
    this.#tell(this.#underWay.splice(0, saved.length), saved);
  }

  #tell(entries: readonly Read[], saved: readonly SavedPaper[]): void {
    for (const [i, entry] of entries.entries()) this.#report.entry(entry, saved[i] ?? null);
    if (entries.length > 0) this.#request.onProgress?.(this.#report.total);
  }
}

async function contentOf(deps: Deps, { content, path, ...asker }: ImportRequest): Promise<string | Uint8Array> {
  if ((content === undefined) === (path === undefined))
    throw invalidField('content', 'give exactly one of content and path');
  if (path === undefined) return content ?? '';
  const stat = await statFile(deps, path, asker);
  if (stat.kind === 'folder')
    throw invalidField('path', 'is a folder', 'Name one file; import each of a folder by itself.');
  return (await fetchFile(deps, path, asker, stat)).bytes;
}

class Report {
  total = 0;
  readonly #request: ImportRequest;
  readonly #entries: ImportedEntry[] = [];
  readonly #problems: Extract<Finding, { kind: 'problem' }>[] = [];
  readonly #counts: Record<SavedPaper['status'], number> = { added: 0, updated: 0, unchanged: 0, forgotten: 0 };
  #problemsTotal = 0;

  constructor(request: ImportRequest) {
    this.#request = request;
  }

  get isEmpty(): boolean {
    return this.total === 0 && this.#problemsTotal === 0;
  }

  entry(read: Read, saved: SavedPaper | null): void {
    const { offset, limit } = this.#request;
    const isTold = this.total >= offset && this.#entries.length < limit;
    this.total++;
    for (const message of lossesOf(read.item))
      this.problem({ kind: 'problem', line: read.line, message, ...citekeyOf(read.item) });
    if (saved) this.#counts[saved.status]++;
    if (isTold) this.#entries.push({ ...read, saved });
  }

  problem(problem: Extract<Finding, { kind: 'problem' }>): void {
    this.#problemsTotal++;
    if (this.#problems.length < MOST_PROBLEMS) this.#problems.push(problem);
  }

  done(format: FormatName): ImportReport {
    return {
      format,
      dryRun: this.#request.dryRun,
      total: this.total,
      counts: this.#counts,
      entries: this.#request.dryRun ? withSame(this.#entries, this.#request.offset) : this.#entries,
      problems: this.#problems,
      problemsTotal: this.#problemsTotal,
    };
  }
}

function citekeyOf({ citekey }: BibliographicItem): { readonly citekey?: string } {
  return citekey === undefined ? {} : { citekey };
}

/** Of those that are told; each is counted from the first of the bibliography. */
function withSame(entries: readonly ImportedEntry[], offset: number): ImportedEntry[] {
  const same = sameEntries(entries.map(({ item }) => item));
  return entries.map((entry, i) => {
    const sameAs = same[i]?.map((one) => ({ ...one, entry: one.entry + offset }));
    return { ...entry, ...(sameAs?.length ? { sameAs } : {}) };
  });
}
