/** Every provider of resources, in the order in which they are asked. */
import type { FileReader } from '@zapomni/core/ports';
import { fileProvider } from './file-provider.ts';
import { knowledgeGraphProvider } from './knowledge-graph-provider.ts';
import { knowledgeProvider } from './knowledge-provider.ts';
import { memoryProvider } from './memory-provider.ts';
import type { ResourceProvider } from './resource-provider.ts';
import type { StoreFollower } from './store-follower.ts';
import { workspaceProvider } from './workspace-provider.ts';

/** What comes out of the store. */
export const storedProviders: readonly ResourceProvider[] = [memoryProvider, workspaceProvider, knowledgeProvider];

export interface ResourceParts {
  /** Without a reader there are no files. */
  readonly files?: FileReader | undefined;
  /** The tools of the official memory server are shown, and so is its resource. */
  readonly knowledgeGraph: boolean;
  /** Sees what other processes change in the store. */
  readonly follower: Pick<StoreFollower, 'follow'>;
  /** Tells subscribers of an address. */
  notify(uri: string): void;
}

export function resourceProviders({ files, knowledgeGraph, follower, notify }: ResourceParts): ResourceProvider[] {
  const watch: ResourceProvider['watch'] = (uri, { signal }) => follower.follow(uri, signal);
  const providers = [...storedProviders, ...(knowledgeGraph ? [knowledgeGraphProvider] : [])];
  const stored = providers.map((provider) => ({ ...provider, watch }));
  return [...stored, ...(files ? [fileProvider(files, notify)] : [])];
}
