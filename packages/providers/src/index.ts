export { systemClock } from './system/system-clock.ts';
export { createProcesses } from './system/processes.ts';
export { uuidV7Source, type UuidV7Options } from './system/uuid-v7-source.ts';
