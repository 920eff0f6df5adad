/** The door of the HTTP transport. */
export { createHttpTransport, type HttpTransport, type HttpTransportOptions } from './http-transport.ts';
export type { Exchange } from './exchange.ts';
export type { HttpLimits } from './http-limits.ts';
export { HttpRefusal } from './http-refusal.ts';
export type { RoutePolicy, RouteScope } from './route-policy.ts';
export { page, type Route, type RouteHandler, type RouteMethod, type Routes } from './router.ts';
export type { SessionCounters, SessionEnd, SessionInfo, SessionOptions } from './sessions/session-table.ts';
export type { Readiness } from './status-pages.ts';
