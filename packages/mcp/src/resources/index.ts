/** Every provider of resources, in the order in which they are asked. */
import type { App } from '@zapomni/core';
import type { FileReader } from '@zapomni/core/ports';
import { fileProvider } from './file-provider.ts';
import { knowledgeGraphProvider } from './knowledge-graph-provider.ts';
import { knowledgeProvider } from './knowledge-provider.ts';
import { memoryProvider } from './memory-provider.ts';
import { noteProvider } from './note-provider.ts';
import { paperProvider } from './paper-provider.ts';
import { findingsProvider, queryProvider } from './research-provider.ts';
import type { ResourceListener } from './resource-listener.ts';
import type { ResourceProvider } from './resource-provider.ts';
import { workspaceProvider } from './workspace-provider.ts';

/** What comes out of the store. */
export const storedProviders: readonly ResourceProvider[] = [memoryProvider, workspaceProvider, knowledgeProvider];

export interface ResourceParts {
  /** Without a reader there are no files. */
  readonly files?: FileReader | undefined;
  /** The tools of the official memory server are shown, and so is its resource. */
  readonly knowledgeGraph: boolean;
  /** The tools of papers are shown, and so are papers. */
  readonly papers: boolean;
  /** The tools of discovery are shown, and so is what is followed; it has what it asks. */
  readonly research?: App | undefined;
  /** Hears what changes in the store. */
  readonly listener: Pick<ResourceListener, 'follow'>;
  /** Tells subscribers of an address. */
  notify(uri: string): void;
}

export function resourceProviders(parts: ResourceParts): ResourceProvider[] {
  const { files, knowledgeGraph, papers, research, listener, notify } = parts;
  const watch: ResourceProvider['watch'] = (uri, { signal }) => listener.follow(uri, signal);
  const providers = [
    ...storedProviders,
    ...(knowledgeGraph ? [knowledgeGraphProvider] : []),
    ...(papers ? [paperProvider, noteProvider] : []),
  ];
  const stored = providers.map((provider) => ({ ...provider, watch }));
  const followed = research ? { app: research, notify } : null;
  const own = followed ? [queryProvider(followed), findingsProvider(followed)] : [];
  return [...stored, ...own, ...(files ? [fileProvider(files, notify)] : [])];
}
