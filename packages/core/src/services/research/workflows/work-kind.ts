/** Longer than any visit may take. Two at a time: a browser is large. */
export const WORKFLOW_WORK = { kind: 'browser_workflow', stallMs: 900_000, concurrency: 2 } as const;
