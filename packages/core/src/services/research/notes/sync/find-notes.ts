/**
 * Which file is the note of which paper: the one that was written, where it still is what it was; else one that says so. What is as it was
 * when it was last looked at is not read again, and neither is what was seen to be no note of a paper.
 */
import { createHash } from 'node:crypto';
import { toZapomniError } from '../../../../errors/index.ts';
import type { WalkedEntry } from '../../../../ports/index.ts';
import type { TextFile } from '../../../mirror/state/read-text.ts';
import type { PaperNoteRecord } from '../../library/store/note-record.ts';
import { idIn, isOfPaper } from '../note/whose-note.ts';

export interface VaultFiles {
  readonly files: ReadonlyMap<string, WalkedEntry>;
  /** What is there and was not told, and why: a link, something that may not be read. */
  readonly leftOut: ReadonlyMap<string, string>;
  readonly records: ReadonlyMap<string, PaperNoteRecord>;
  /** Files that were no notes, as `strangerKey` names them. */
  readonly strangers: ReadonlySet<string>;
  read(entry: WalkedEntry): Promise<TextFile>;
}

export interface FoundNotes {
  /** By the paper: where its note lies. */
  readonly places: Map<string, string>;
  /** By the paper: other files that say they are its note. */
  readonly copies: ReadonlyMap<string, readonly string[]>;
  /** By the paper: why its note, which is there, cannot be looked at. */
  readonly hidden: ReadonlyMap<string, string>;
  readonly strangers: ReadonlySet<string>;
}

interface Claim {
  readonly path: string;
  readonly hash: string;
}

export async function findNotes(vault: VaultFiles): Promise<FoundNotes> {
  const said = await readClaims(vault);
  const places = new Map<string, string>();
  const hidden = new Map<string, string>();
  for (const record of vault.records.values()) {
    const place = placeOf(vault, record, said);
    if (place !== undefined) places.set(record.paper, place);
    const reason = place === undefined && !record.removed ? whyHidden(vault, record.path) : undefined;
    if (reason !== undefined) hidden.set(record.paper, reason);
  }
  for (const [paper, claims] of said.claims)
    if (!vault.records.has(paper) && claims[0]) places.set(paper, claims[0].path);
  const copies = new Map(
    [...said.claims].flatMap(([paper, claims]) => {
      const others = claims.map(({ path }) => path).filter((path) => path !== places.get(paper));
      return others.length === 0 ? [] : [[paper, others] as const];
    }),
  );
  return { places, copies, hidden, strangers: said.strangers };
}

interface Said {
  /** By the paper that files say they are of. */
  readonly claims: Map<string, Claim[]>;
  /** Files that say nothing, and have something of a note all the same. */
  readonly nameless: Set<string>;
  readonly strangers: Set<string>;
  /** Files that are as they were written. */
  readonly untouched: Set<string>;
}

async function readClaims({ files, records, strangers, read }: VaultFiles): Promise<Said> {
  const written = Map.groupBy(records.values(), ({ path }) => path);
  const said: Said = { claims: new Map(), nameless: new Set(), strangers: new Set(), untouched: new Set() };
  for (const entry of files.values()) {
    const here = written.get(entry.relative) ?? [];
    const key = strangerKey(entry);
    if (here.some(({ stamp, removed }) => !removed && stamp === entry.version)) said.untouched.add(entry.relative);
    else if (strangers.has(key)) said.strangers.add(key);
    else {
      const { id, hash, isNote } = await lookInto(entry, read);
      if (id !== null) said.claims.set(id, [...(said.claims.get(id) ?? []), { path: entry.relative, hash }]);
      else if (isNote && here.length > 0) said.nameless.add(entry.relative);
      else said.strangers.add(key);
    }
  }
  return said;
}

async function lookInto(entry: WalkedEntry, read: VaultFiles['read']) {
  try {
    const { text, hash } = await read(entry);
    return { id: idIn(text), hash, isNote: isOfPaper(text) };
  } catch (error) {
    if (toZapomniError(error).code === 'CANCELLED') throw error;
    // Whoever wants it reads it again, and says what is wrong with it.
    return { id: null, hash: '', isNote: true };
  }
}

/** Undefined where there is none: the user took it away, or it never was. */
function placeOf(
  { files }: VaultFiles,
  { paper, path, removed, seen }: PaperNoteRecord,
  { claims, nameless, untouched }: Said,
): string | undefined {
  if (untouched.has(path) && !removed) return path;
  const found = claims.get(paper) ?? [];
  const best =
    found.find((one) => one.path === path) ??
    found.find(({ hash }) => hash === seen) ??
    found.find((one) => baseName(one.path) === baseName(path)) ??
    found[0];
  if (best) return best.path;
  return !removed && nameless.has(path) && files.has(path) ? path : undefined;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Also where the folder that it lies in was left out. */
function whyHidden({ leftOut }: VaultFiles, path: string): string | undefined {
  for (let place = path; ; place = place.slice(0, place.lastIndexOf('/'))) {
    const reason = leftOut.get(place);
    if (reason !== undefined || !place.includes('/')) return reason;
  }
}

/** So short that a hundred thousand of them are one record. */
function strangerKey({ relative, version }: Pick<WalkedEntry, 'relative' | 'version'>): string {
  return createHash('sha256').update(`${version} ${relative}`).digest('base64url').slice(0, 8);
}
