/** What a server has that lets in all clients of its data folder: answers for the command and for hooks, and an end of its own in the background. */
import type { Logger } from '@zapomni/core/ports';
import { refreshHook } from '../setup/hooks/hook-copy.ts';
import { registerDoorMethods, registerHookMethod, type Shared } from './door-methods.ts';
import { watchIdle } from './watch-idle.ts';

export interface OpenToAll {
  /** For the run: aborted when it is time to end. */
  readonly until: { readonly signal?: AbortSignal };
  close(): void;
}

export function openToAll(parts: Shared & { readonly logger: Logger; readonly background: boolean }): OpenToAll {
  registerDoorMethods(parts);
  const briefs = registerHookMethod(parts);
  void refreshHook(parts.config.data_dir).catch(() => undefined);
  const idle = parts.background ? watchIdle(parts) : undefined;
  return {
    until: idle ? { signal: idle.signal } : {},
    close: () => {
      idle?.stop();
      briefs.close();
    },
  };
}
