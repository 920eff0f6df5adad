/**
 * A folder as a mirror: it has a marker with its id and its workspace, so that an empty folder in its place (a disk that is not
 * mounted) is not taken for one whose notes were all removed. One process at a time changes it.
 */
import { z } from 'zod';
import { underNames, ZapomniError, toZapomniError } from '../../../errors/index.ts';
import type { FolderWriter } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { filesOf, request } from '../../documents/fetch-source.ts';
import { collection } from '../../records/collection.ts';
import type { MirrorRequest } from '../mirror-request.ts';
import { MIRRORS, type KeptMirror } from './mirror-record.ts';
import { readText } from './read-text.ts';

const MARKER = '.zapomni-mirror.json';
const LEASE_MS = 15_000;
/** Longer than a lease: whoever was killed is waited for. */
const PATIENCE_MS = 20_000;
const LOOK_MS = 200;

const marker = z.object({ zapomni_mirror: z.literal(1), id: z.uuid(), workspace: z.string() });

export interface MirrorPlace {
  readonly id: string;
  /** Where the folder really lies. */
  readonly folder: string;
}

/** How whoever asked calls what an error speaks of. */
export interface FolderWords {
  readonly folder: string;
  readonly beginAnew: string;
  readonly workspace: string;
}

const COMMAND: FolderWords = { folder: 'folder', beginAnew: '--new', workspace: '--workspace' };

export function writerOf({ folders }: Deps): FolderWriter {
  if (folders) return folders;
  throw new ZapomniError('FORBIDDEN', 'folder: none may be written to.', { hint: '`zapomni mirror FOLDER` may.' });
}

/** Null when it is none yet, and nothing is to be written. */
export async function findPlace(deps: Deps, asked: MirrorRequest, words = COMMAND): Promise<MirrorPlace | null> {
  const { workspace, dryRun = false } = asked;
  const folder = dryRun ? asked.folder : await writerOf(deps).open(asked.folder).catch(namedAs(words));
  const known = await markedAs(deps, { ...asked, folder }, words);
  if (known) return known;
  if (asked.beginAnew !== true) await requireUnknown(deps, workspace, folder, words);
  if (dryRun) return null;
  return mark(deps, { ...asked, folder }, words);
}

/** Where several processes mark a folder at once, what stands there in the end is its marker to all of them. */
async function mark(deps: Deps, asked: MirrorRequest, words: FolderWords): Promise<MirrorPlace> {
  const { folder, workspace } = asked;
  const text = `${JSON.stringify({ zapomni_mirror: 1, id: deps.ids.next(), workspace }, null, 2)}\n`;
  const failure = await writerOf(deps)
    .put(folder, MARKER, text, null)
    .then(() => null, toZapomniError);
  if (failure) await pause();
  const place = await markedAs(deps, asked, words);
  if (!place && failure) return namedAs(words)(failure);
  if (!place) throw new ZapomniError('CONFLICT', `${words.folder}: its ${MARKER} was removed meanwhile.`);
  await writerOf(deps).flush(folder, [MARKER]);
  return place;
}

/** The folder has another name to whoever asked than to the writer. */
function namedAs({ folder }: FolderWords): (error: unknown) => never {
  return (error) => {
    throw underNames(error, { folder });
  };
}

/** Null for a folder without a marker. */
async function markedAs(deps: Deps, asked: MirrorRequest, words: FolderWords): Promise<MirrorPlace | null> {
  const { folder, workspace } = asked;
  const known = await readMarker(deps, asked, words);
  if (!known) return null;
  if (known.workspace === workspace) return { id: known.id, folder };
  throw new ZapomniError('CONFLICT', `${words.folder}: it mirrors the workspace '${known.workspace}'.`, {
    hint: `Say ${words.workspace} ${known.workspace}, or name another folder.`,
  });
}

async function readMarker(
  deps: Deps,
  asked: MirrorRequest,
  words: FolderWords,
): Promise<z.output<typeof marker> | null> {
  const path = `${asked.folder}/${MARKER}`;
  try {
    const { text } = await readText(filesOf(deps), path, request(asked));
    const { data } = marker.safeParse(JSON.parse(text));
    if (data) return data;
  } catch (error) {
    if (!(error instanceof SyntaxError)) {
      if (toZapomniError(error).code === 'NOT_FOUND') return null;
      throw error;
    }
  }
  throw new ZapomniError('CONFLICT', `${words.folder}: its ${MARKER} cannot be read.`, {
    hint: `Put it back as it was, or remove it and say ${words.beginAnew}.`,
  });
}

async function requireUnknown(deps: Deps, workspace: string, folder: string, words: FolderWords): Promise<void> {
  const { items } = await collection(deps, MIRRORS).list(workspace, { limit: 1000 });
  if (!items.some(({ value }) => value.folder === folder)) return;
  throw new ZapomniError('CONFLICT', `${words.folder}: it was a mirror, and its ${MARKER} is gone.`, {
    hint: `Is its disk mounted? If the folder is meant to be filled anew, say ${words.beginAnew}.`,
  });
}

export interface HeldMirror {
  readonly record: Pick<KeptMirror, 'value'>;
  /** The version that its record had when it was taken; 0 for a new one. */
  readonly before: number;
  /** Keeps it, for those who take long. CONFLICT when another took over. */
  extend(changes?: { readonly graph?: string }): Promise<void>;
  /** The version of the record then: whoever finds it knows that nobody else was here. */
  release(): Promise<number>;
}

export async function holdMirror(
  deps: Deps,
  workspace: string,
  place: MirrorPlace,
  words = COMMAND,
): Promise<HeldMirror> {
  const mirrors = collection(deps, MIRRORS);
  const holder = crypto.randomUUID();
  const take = async (): Promise<readonly [before: KeptMirror | null, value: KeptMirror['value'], version: number]> => {
    const before = await waitForTurn(deps, workspace, place, words);
    const value = { graph: '', ...before?.value, folder: place.folder, holder, until: deps.clock.now() + LEASE_MS };
    try {
      return [before, value, await mirrors.put(workspace, place.id, value, { ifVersion: before?.version ?? 0 })];
    } catch (error) {
      // Another one saw that it was free as well, and was quicker.
      if (toZapomniError(error).code !== 'CONFLICT') throw error;
      return take();
    }
  };
  const [before, taken, taking] = await take();
  let [value, version] = [taken, taking];
  const write = async (changes: Partial<typeof value>): Promise<number> => {
    value = { ...value, ...changes };
    version = await mirrors.put(workspace, place.id, value, { ifVersion: version });
    return version;
  };
  return {
    record: { value },
    before: before?.version ?? 0,
    extend: async (changes) => {
      if (changes || value.until - deps.clock.now() < LEASE_MS / 2)
        await write({ until: deps.clock.now() + LEASE_MS, ...changes });
    },
    release: () => write({ until: 0 }),
  };
}

/** What the graph had when the folder was last written to. */
export async function lastSeenGraph(deps: Deps, workspace: string, { id }: MirrorPlace): Promise<string | null> {
  return (await collection(deps, MIRRORS).get(workspace, id))?.value.graph ?? null;
}

async function waitForTurn(
  deps: Deps,
  workspace: string,
  { id }: MirrorPlace,
  words: FolderWords,
): Promise<KeptMirror | null> {
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
    const found = await collection(deps, MIRRORS).get(workspace, id);
    if (!found || found.value.until <= deps.clock.now()) return found;
    await pause();
  }
  throw new ZapomniError('CONFLICT', `${words.folder}: another process mirrors it just now.`, {
    hint: 'Try again in a moment.',
  });
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, LOOK_MS);
  });
}
