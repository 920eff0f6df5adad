/** Every provider of resources, in the order in which they are asked. */
import type { FileReader } from '@zapomni/core/ports';
import { fileProvider } from './file-provider.ts';
import { knowledgeProvider } from './knowledge-provider.ts';
import { memoryProvider } from './memory-provider.ts';
import type { ResourceProvider } from './resource-provider.ts';
import { workspaceProvider } from './workspace-provider.ts';

/** Without a reader there are no files. */
export function resourceProviders(files: FileReader | undefined): ResourceProvider[] {
  return [memoryProvider, workspaceProvider, knowledgeProvider, ...(files ? [fileProvider(files)] : [])];
}
