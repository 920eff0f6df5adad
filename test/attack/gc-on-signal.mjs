// Loaded before the server: collects garbage when told to, so that what is left in memory is what is held.
process.on('SIGUSR2', () => {
  globalThis.gc();
  globalThis.gc();
});
