export { createWeb } from './create-web.ts';
export type { WebOptions } from './web-options.ts';
