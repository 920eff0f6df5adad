/** Waits for `work`, but not longer than `ms`. */
export async function settled(work: Promise<unknown>, ms: number): Promise<void> {
  const { promise: elapsed, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, elapsed]);
  clearTimeout(timer);
}
