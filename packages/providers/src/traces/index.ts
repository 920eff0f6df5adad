export { createLocalTraces, type LocalTracesOptions } from './local-traces.ts';
