/**
 * Opens the store ahead of the first call, takes up what earlier processes left undone and takes part in following folders,
 * but only in sessions that last.
 */
import type { App } from '@zapomni/core';

/** Clients start short-lived copies to probe; those are gone by then, and have opened nothing. */
const SETTLED_MS = 1000;

/** Waits until it is sure that this process stays, then for the session to settle. The returned function calls it off. */
export function resumeLater(app: App, stays: () => boolean): () => void {
  const timer = setInterval(() => {
    if (!stays()) return;
    clearInterval(timer);
    void app.resume();
    void app.documents.follow();
  }, SETTLED_MS).unref();
  return () => clearInterval(timer);
}
