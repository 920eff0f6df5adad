/**
 * Loaded before a hook in a test of what it says. A hook has a second, so as to be in nobody's way; on a busy machine that may be
 * over before anybody has answered, and the silence would be right. Here its timers take `PATIENCE` times as long.
 */
const times = Number(process.env['PATIENCE']);
const wait = globalThis.setTimeout;
globalThis.setTimeout = ((act: () => void, ms = 0) => wait(act, ms * times)) as typeof setTimeout;
