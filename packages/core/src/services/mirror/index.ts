/** Memories as files that people can open: what a caller asks and gets back. `app.mirror` is the door. */
export type { MirrorConflict, MirrorProgress, MirrorReport, MirrorRequest, SkippedFile } from './mirror-request.ts';
export type { WatchMirrorRequest } from './watch-mirror.ts';
