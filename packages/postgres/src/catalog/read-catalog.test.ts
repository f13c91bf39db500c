import { expect, it } from 'vitest';
import { createPace, readCatalog } from './read-catalog.ts';
import { RELATIONS } from './relations.ts';
import { WHOLE_DATABASE } from './scope.ts';

it('lets other work in while it parses a large catalog', async () => {
  const columns = Array.from({ length: 50 }, (_, index) => [
    index + 1,
    `column_${index}`,
    25,
    null,
    false,
    null,
    -1,
    null,
  ]);
  const rows = Array.from({ length: 5000 }, (_, index) => ({
    topic: 'relations',
    payload: JSON.stringify([index, 'public', `table_${index}`, 'r', false, 28, null, [1], columns]),
  }));
  let turns = 0;
  let done = false;
  const count = () => {
    turns += 1;
    if (!done) setImmediate(count);
  };
  setImmediate(count);
  const catalog = await readCatalog(
    { query: async () => ({ rows }) },
    WHOLE_DATABASE,
    { relations: RELATIONS },
    createPace(),
  );
  done = true;
  expect(catalog.relations).toHaveLength(5000);
  expect(turns).toBeGreaterThan(1);
});
