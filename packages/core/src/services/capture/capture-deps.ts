import type { CaptureGate } from '../../ports/index.ts';
import type { AddRequest, AddResult } from '../memory/add-memories.ts';
import type { Deps } from '../deps.ts';

/** What capturing stands on: the services' own, and the way by which memories are added. */
export interface CaptureDeps extends Deps {
  readonly remember: (request: AddRequest) => Promise<AddResult>;
}

type Gated = { readonly captureGate?: CaptureGate };

/** Where nobody can switch it off, nobody has. */
export const isOpen = ({ captureGate }: Gated): boolean => captureGate?.isOpen() ?? true;

/** Which workspace a folder's turns go to; null where the user has excluded it. */
export function workspaceFor(deps: Deps, folder: string | null): string | null {
  const project = folder === null ? null : deps.projects?.find(folder);
  const workspace = project?.workspace ?? deps.config.workspace;
  return deps.captureGate?.isExcluded(folder, workspace) ? null : workspace;
}
