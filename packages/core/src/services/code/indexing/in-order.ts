/** Does many things at once, so many at a time, and tells of them in their order. Whoever stops asking begins no more. */
export async function* inOrder<Item, Result>(
  items: Iterable<Item>,
  most: number,
  one: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const under: Promise<Result>[] = [];
  try {
    for (const item of items) {
      const begun = one(item);
      // Rejections are told in their turn.
      begun.catch(() => undefined);
      under.push(begun);
      if (under.length >= most) yield await (under.shift() as Promise<Result>);
    }
    while (under.length > 0) yield await (under.shift() as Promise<Result>);
  } finally {
    await Promise.allSettled(under);
  }
}
