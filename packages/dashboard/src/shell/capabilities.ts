/** Which of the screens that need something have it: known a moment after the page has opened. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { call, type Output } from '../api/client.ts';
import { changed } from '../api/live.ts';
import { workspace } from './state.ts';

export type Capability = keyof Output<'getCapabilities'>;
export const capabilities = signal<Output<'getCapabilities'> | undefined>(undefined);

/** Looks at the beginning, in another workspace, and now and then when something came. */
export function useCapabilities(): void {
  useEffect(() => {
    const stop = new AbortController();
    const here = workspace.value === undefined ? {} : { workspace_id: workspace.value };
    const look = async (): Promise<void> => {
      capabilities.value = await call('getCapabilities', here, stop.signal);
    };
    // Without an answer they are shown by their addresses alone, and each says itself what is wrong.
    void look().catch(() => undefined);
    return () => stop.abort();
  }, [workspace.value, changed.growth.value]);
}

/** Screens without a need are always there; one that is being looked at too. */
export function isThere(needs: Capability | undefined): boolean {
  if (needs === undefined) return true;
  const found = capabilities.value?.[needs];
  return found !== undefined && (found.count > 0 || found.offered);
}
