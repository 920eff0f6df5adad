/**
 * Repositories that are too large to be followed as one are linked part by part: folders that lie together stay together. Which file is in
 * which part is told by the paths and by how long files are on average, so that an edit moves nothing, and two indexes of the same files
 * are the same.
 */
export interface SizedFile {
  readonly path: string;
  /** Of its packed facts. */
  readonly bytes: number;
}

export interface PartLimits {
  /** What is linked at once; a megabyte of packed facts becomes forty to sixty while it is followed. */
  readonly mostBytes: number;
  readonly mostFiles: number;
}

export const PART_LIMITS: PartLimits = { mostBytes: 12_000_000, mostFiles: 20_000 };

/** However long they are. */
const FEWEST_FILES = 2;

/** Lists of places in `files`, which are in the order of their paths. One list where all can be linked at once. */
export function partsOf(files: readonly SizedFile[], limits: PartLimits = PART_LIMITS): number[][] {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const all = [...files.keys()];
  if (bytes <= limits.mostBytes && files.length <= limits.mostFiles) return [all];
  return cut(files, { places: all, from: 0 }, mostIn(files.length, bytes, limits));
}

/**
 * A quarter of what could be, because files of other parts come along, and what was found of all. A power of two: it stays
 * until files are half or twice as long.
 */
function mostIn(files: number, bytes: number, { mostBytes, mostFiles }: PartLimits): number {
  const fitting = mostBytes / 4 / Math.max(1, bytes / files);
  const most = 2 ** Math.floor(Math.log2(Math.max(1, Math.min(fitting, mostFiles / 2))));
  return Math.max(FEWEST_FILES, most);
}

/** Folders that are small enough stay whole; those that lie beside each other share a part as long as they fit. */
function cut(files: readonly SizedFile[], { places, from }: Folder, most: number): number[][] {
  if (places.length <= most) return [places];
  const parts: number[][] = [];
  for (const folder of foldersIn(files, { places, from })) {
    for (const piece of folder.from < 0 ? chunks(folder.places, most) : cut(files, folder, most)) {
      const last = parts.at(-1);
      if (last && last.length + piece.length <= most) last.push(...piece);
      else parts.push([...piece]);
    }
  }
  return parts;
}

interface Folder {
  readonly places: number[];
  /** Where the rest of the paths begins; -1 for files that lie in no further folder. */
  readonly from: number;
}

function foldersIn(files: readonly SizedFile[], { places, from }: Folder): Folder[] {
  const folders = new Map<string, Folder>();
  for (const place of places) {
    const { path } = files[place] as SizedFile;
    const slash = path.indexOf('/', from);
    const name = slash < 0 ? '' : path.slice(from, slash);
    const folder = folders.get(name);
    if (folder) folder.places.push(place);
    else folders.set(name, { places: [place], from: slash < 0 ? -1 : slash + 1 });
  }
  return [...folders.values()];
}

function chunks(places: readonly number[], most: number): number[][] {
  return Array.from({ length: Math.ceil(places.length / most) }, (_, i) => places.slice(i * most, (i + 1) * most));
}
