/** The door of the HTTP contract. */
export { createApi, type Api, type ApiParts } from './routes/api-routes.ts';
export type {
  ConnectableClient,
  Deed,
  Deeds,
  Finding,
  House,
  KeptBackup,
  OpenedPage,
  Operation,
  Operations,
  PageSession,
  ShownSetting,
  ShownToken,
  SignIn,
  Tokens,
} from './house.ts';
export type { ApiContext, ApiMethod, Endpoint } from './endpoint.ts';
export type { ShownChange } from './events/shown-change.ts';
export type { endpoints } from './endpoints/index.ts';
