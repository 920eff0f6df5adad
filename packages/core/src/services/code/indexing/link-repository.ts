/** Links the files of a repository. What it is given are packed facts, one file after the other, so that nobody has to hold them all. */
import { decodeFacts } from '../facts/encode-facts.ts';
import { linkInSlices, type Linked, type LinkInput } from '../link/index.ts';

export interface PackedFile {
  readonly path: string;
  /** As `encodeFacts` writes them. */
  readonly facts: Uint8Array;
}

export interface LinkRequest extends Pick<LinkInput, 'repository' | 'manifests'> {
  readonly files: AsyncIterable<PackedFile>;
  readonly signal?: AbortSignal | undefined;
}

export async function linkRepository({ files: packed, signal, ...rest }: LinkRequest): Promise<Linked> {
  const files = [];
  for await (const { path, facts } of packed) files.push({ path, facts: decodeFacts(facts) });
  return linkInSlices({ ...rest, files }, signal ? { signal } : {});
}
