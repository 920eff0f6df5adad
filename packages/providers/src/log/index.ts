export { createJsonLogger } from './json-logger.ts';
export { createPrettyLogger, type PrettyLoggerOptions } from './pretty-logger.ts';
export type { LineLoggerOptions } from './line-logger.ts';
