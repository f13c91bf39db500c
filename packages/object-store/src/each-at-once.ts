/** Requests of one of these that are on their way together. */
const AT_ONCE = 16;

/** Does something with each item, many at a time. The first failure is thrown. */
export async function eachAtOnce<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of left) await work(item);
    }),
  );
}
