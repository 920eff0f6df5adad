/** Units that were found, as what they are in their files: with lines, with the symbols that they show, and with what is known of the file. */
import { toTerms } from '../../../model/index.ts';
import type { Passage } from '../../../model/index.ts';
import type { Deps } from '../../deps.ts';
import { collection } from '../../records/collection.ts';
import { yieldToEventLoop } from '../../within.ts';
import { CODE_FILES, CODE_OUTLINES, type FileRecord, type KeptRepository, type OutlineRecord } from '../store/index.ts';
import type { CodeQuery } from './code-query.ts';
import type { FoundUnits, UnitScores } from './found-units.ts';
import type { FoundFile, FoundUnit, NamedSymbol } from './rank-files.ts';
import type { Rarity } from './rarity.ts';

/** A file with what showing it needs. */
export interface KnownFile extends FoundFile {
  readonly repository: KeptRepository;
  readonly key: string;
  readonly memory: string;
  readonly outline: OutlineRecord;
  /** Not yet in relation to the others. */
  readonly rawImportance: number;
  readonly rawCoverage: number;
}

export interface Finding {
  readonly repository: KeptRepository;
  readonly found: FoundUnits;
  /** Files that a name or a path means, whatever words they have. */
  readonly named: readonly string[];
}

export async function filesOf(
  deps: Deps,
  { query, rarity }: { query: CodeQuery; rarity: Rarity },
  { repository, found, named }: Finding,
): Promise<KnownFile[]> {
  const { store } = repository.value;
  const memories = [...new Set([...found.units.values()].map(({ memory }) => memory))];
  const [summaries, passages] = await Promise.all([
    deps.storage.memories.summaries(store, memories),
    deps.storage.memories.passages([...found.units.keys()]),
  ]);
  const keys = new Set([...named, ...summaries.flatMap(({ metadata }) => fileIn(metadata))]);
  const [files, outlines] = await Promise.all([
    collection(deps, CODE_FILES).getMany(store, [...keys]),
    collection(deps, CODE_OUTLINES).getMany(store, [...keys]),
  ]);
  const outlineOf = new Map(outlines.map(({ key, value }) => [key, value]));
  const byMemory = Map.groupBy(passages, ({ memoryId }) => memoryId);
  const known: KnownFile[] = [];
  for (const { key, value } of files) {
    const outline = outlineOf.get(key);
    // What is stale has no outline any more.
    if (!outline || value.memory === null || value.state === 'stale') continue;
    const own = byMemory.get(value.memory) ?? [];
    const rawCoverage = query.isLong ? await coverageOf(query, rarity, own) : 0;
    const units = own.flatMap((passage) => unitOf(passage, outline, found));
    known.push({ ...fileOf(value, outline, units), repository, key, memory: value.memory, outline, rawCoverage });
  }
  return known;
}

function fileIn(metadata: Readonly<Record<string, unknown>>): string[] {
  const { file } = metadata;
  return typeof file === 'string' ? [file] : [];
}

type Described = Omit<KnownFile, 'repository' | 'key' | 'memory' | 'outline' | 'rawCoverage'>;

function fileOf(value: FileRecord, outline: OutlineRecord, units: FoundUnit[]): Described {
  const { path, language, is_test: isTest, importance } = value;
  const named = outline.named.map(toNamed);
  return { path, language, isTest, importance: 0, rawImportance: importance, named, units, coverage: 0 };
}

function toNamed([qualified, kind, first, last]: OutlineRecord['named'][number]): NamedSymbol {
  return { qualified, name: qualified.slice(qualified.lastIndexOf('.') + 1), kind, first, last };
}

function unitOf({ id, ordinal }: Passage, { units, named }: OutlineRecord, found: FoundUnits): FoundUnit[] {
  const [lines, scores] = [units[ordinal], found.units.get(id)];
  if (!lines || !scores) return [];
  const [first, last] = lines;
  const shown = named.filter(([, , begins]) => begins >= first && begins <= last).map(toNamed);
  return [{ passage: id, first, last, shown, ...rawScores(scores, found.floor) }];
}

function rawScores({ head, all, names, meaning }: UnitScores, floor: number) {
  return { head, all, names, meaning: meaning === null ? 0 : Math.max(0, meaning - floor) };
}

/** How often a word must be there to count nearly in full. */
const ENOUGH = 1.5;
const MOST_TERMS = 96;

/** How much of a long text the units of a file say together: a file counts as a whole where a question has many words. */
async function coverageOf({ allTerms }: CodeQuery, rarity: Rarity, passages: readonly Passage[]): Promise<number> {
  const counts = new Map<string, number>();
  for (const { text } of passages) for (const term of toTerms(text)) counts.set(term, (counts.get(term) ?? 0) + 1);
  await yieldToEventLoop();
  return rarity.rarest(allTerms, MOST_TERMS).reduce((sum, term) => {
    const count = counts.get(term) ?? 0;
    return sum + (rarity.of(term) * count) / (count + ENOUGH);
  }, 0);
}

/** Everything in relation to the best of all that was found, in whichever repository. */
export function inRelation(files: readonly KnownFile[], meaningTrust: number): KnownFile[] {
  const units = files.flatMap((file) => file.units);
  const most = (of: (unit: FoundUnit) => number): number => Math.max(Number.MIN_VALUE, ...units.map(of));
  const [head, all, names] = [most((unit) => unit.head), most((unit) => unit.all), most((unit) => unit.names)];
  const meaning = most((unit) => unit.meaning);
  const important = Math.max(Number.MIN_VALUE, ...files.map(({ rawImportance }) => rawImportance));
  const covered = Math.max(Number.MIN_VALUE, ...files.map(({ rawCoverage }) => rawCoverage));
  return files.map((file) => ({
    ...file,
    importance: file.rawImportance / important,
    coverage: file.rawCoverage / covered,
    units: file.units.map((unit) => ({
      ...unit,
      head: unit.head / head,
      all: unit.all / all,
      names: unit.names / names,
      meaning: (meaningTrust * unit.meaning) / meaning,
    })),
  }));
}
