export { recordedExchanges, whyNoRecordings, type Exchange } from './exchange.ts';
export { ReplayServer, type ReplayedRequest } from './replay-server.ts';
export { MADE_UP_SOURCES, type MadeUpSearch, type MadeUpSource } from './made-up/index.ts';
export { answers } from './made-up/made-up-source.ts';
export { replayWeb } from './replay-web.ts';
export { openReplay, type Replayed, type ReplayOptions } from './replay-sources.ts';
