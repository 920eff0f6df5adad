/** Beside the sources; beside the bundle when published. */
export const LINK_WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './worker.ts' : './link-worker.js',
  import.meta.url,
);
