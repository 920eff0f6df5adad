export { systemClock } from './system/system-clock.ts';
export { uuidV7Source, type UuidV7Options } from './system/uuid-v7-source.ts';
