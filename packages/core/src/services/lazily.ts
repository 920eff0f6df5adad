/** Calls whose code is loaded with the first of them. */

/** An object of calls that all answer later: each loads what it is part of, and then is itself. */
export function lazily<Calls extends object>(load: () => Promise<Calls>): Calls {
  const call =
    (name: string | symbol) =>
    async (...args: unknown[]): Promise<unknown> => {
      const calls = await load();
      return (Reflect.get(calls, name) as (...given: unknown[]) => unknown)(...args);
    };
  // Whoever awaits the object itself asks whether it is a promise: it is none.
  return new Proxy({} as Calls, { get: (_, name) => (name === 'then' ? undefined : call(name)) });
}

/** The same for a call that gives a stream. */
export function lazyStream<Args extends unknown[], Item>(
  load: () => Promise<(...args: Args) => AsyncIterable<Item>>,
): (...args: Args) => AsyncGenerator<Item> {
  return async function* stream(...args) {
    yield* (await load())(...args);
  };
}
