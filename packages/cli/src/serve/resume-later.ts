/**
 * Opens the store ahead of the first call, and takes up embeddings that earlier processes left undone, but only in sessions
 * that last.
 */
import type { App } from '@zapomni/core';

/** Clients start short-lived copies to probe; those are gone by then, and have opened nothing. */
const SETTLED_MS = 1000;

/** Waits for the client's first request, then for the session to settle. The returned function calls it off. */
export function resumeLater(app: App, hasClient: () => boolean): () => void {
  const timer = setInterval(() => {
    if (!hasClient()) return;
    clearInterval(timer);
    void app.resume();
  }, SETTLED_MS).unref();
  return () => clearInterval(timer);
}
