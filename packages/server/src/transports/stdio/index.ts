/** The light door: creating the transport loads neither the SDK nor zod. */
export { createStdioTransport, type StdioServerTransport, type StdioTransportOptions } from './stdio-transport.ts';
export type { Greeting } from '../../protocol/handshake.ts';
