/** The server's side of the door. `@zapomni/server/door` is the other one, which loads neither the SDK nor zod. */
export { createLocalTransport, type LocalListener, type LocalTransportOptions } from './local-transport.ts';
