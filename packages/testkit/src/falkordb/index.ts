export { REWRITTEN_OFTEN, startFalkordb, type FalkordbOptions, type RunningFalkordb } from './start-falkordb.ts';
export { startCluster, startSentinel, until, untilFollowing } from './start-several.ts';
