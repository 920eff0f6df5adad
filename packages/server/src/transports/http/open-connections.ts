/**
 * The sockets of a server and how many answers each still owes. The runtime's own count of idle connections leaves out
 * those that never sent a request, and clients like to open one ahead.
 */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const CHECK_MS = 10;

export class OpenConnections {
  readonly #owed = new Map<Socket, number>();

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.#owed.set(socket, 0);
      socket.on('close', () => this.#owed.delete(socket));
    });
    const count = ({ socket }: { readonly socket: Socket }, response: ServerResponse): void => {
      this.#add(socket, 1);
      response.on('close', () => this.#add(socket, -1));
    };
    server.on('request', count).on('checkContinue', count);
  }

  /** Closes connections as they fall idle, and those that do not within `ms` all the same. */
  async hangUp(ms: number): Promise<void> {
    const deadline = Date.now() + ms;
    while (this.#owed.size > 0) {
      const isLate = Date.now() >= deadline;
      for (const [socket, owed] of this.#owed) {
        if (isLate) socket.destroy();
        else if (owed === 0) socket.destroySoon();
      }
      await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
    }
  }

  #add(socket: Socket, change: number): void {
    const owed = this.#owed.get(socket);
    if (owed !== undefined) this.#owed.set(socket, owed + change);
  }
}
