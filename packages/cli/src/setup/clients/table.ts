/**
 * The clients that `zapomni setup` knows, those that most people have first. Paths and shapes were read off the clients themselves or their sources;
 * docs/clients.md is made from this.
 */
import type { Client } from './client.ts';
import { DESKTOP_CLIENTS } from './desktop.ts';
import { TERMINAL_CLIENTS } from './terminal.ts';

export const CLIENTS: readonly Client[] = [...TERMINAL_CLIENTS, ...DESKTOP_CLIENTS];
