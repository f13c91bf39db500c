export interface TurnOptions {
  parallel: number;
  /** How long the next item waits for this one. */
  turnMs: number;
}

/**
 * Runs a task for each item, a few at a time. A task that takes longer than its turn goes on, but no other item waits for it any
 * more: the server of one project may hang for as long as its owner likes.
 * Resolves when every task has ended or had its turn.
 * @param task must not fail
 */
export async function takeTurns<Item>(
  items: Iterable<Item>,
  { parallel, turnMs }: TurnOptions,
  task: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await turnOf(task(item), turnMs);
  };
  await Promise.all(Array.from({ length: parallel }, worker));
}

async function turnOf(work: Promise<void>, turnMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, turnMs);
    timer.unref();
  });
  try {
    await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}
