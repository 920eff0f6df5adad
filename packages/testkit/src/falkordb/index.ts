export { findFalkordb } from './find-server.ts';
export { startFalkordb, type FalkordbOptions, type RunningFalkordb } from './start-falkordb.ts';
