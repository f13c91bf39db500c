/** Does a task for each item, some at once. After a failure no further one begins; it is thrown when those begun have ended. */
export async function inParallel<T>(
  items: Iterable<T>,
  atOnce: number,
  task: (item: T) => Promise<void>,
): Promise<void> {
  const left = items[Symbol.iterator]();
  const failures: unknown[] = [];
  const work = async () => {
    for (let next = left.next(); !next.done && failures.length === 0; next = left.next())
      await task(next.value).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  if (failures.length > 0) throw failures[0];
}
