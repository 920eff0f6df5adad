export { systemClock } from './system/system-clock.ts';
export { uuidV7Source, type UuidV7Options } from './system/uuid-v7-source.ts';
export { createTaskRunner, type TaskRunnerOptions } from './system/task-runner.ts';
