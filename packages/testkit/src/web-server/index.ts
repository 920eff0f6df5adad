export { TEST_CERTIFICATE } from './certificate.ts';
export { drops, fallsShort, floods, hangs, inTurn, leadsTo, resets, says, stalls } from './pages.ts';
export { WebServer, type Page, type SeenRequest } from './web-server.ts';
export { privateSpellings } from './private-spellings.ts';
export { publicWebTo, webTo } from './web-to.ts';
