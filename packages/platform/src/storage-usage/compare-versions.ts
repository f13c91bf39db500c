/** A row that names a version. Rows of parts of uploads belong to no object. */
export interface NamedVersion {
  /** Empty when the row names none that could be a file. */
  version: string;
  object: { bucket: string; name: string } | null;
}

export type Difference = { file: string } | { row: NamedVersion };

/**
 * Finds files that no row names, and rows whose file is not there, in one pass over both, of which some are in memory at a time.
 * @param files versions, ascending by their bytes, each once
 * @param rows in the same order; several may name one version
 */
export async function* compareVersions(
  files: AsyncIterable<readonly string[]>,
  rows: AsyncIterable<readonly NamedVersion[]>,
): AsyncGenerator<Difference> {
  const nextRow = oneByOne(rows);
  let row = await nextRow();
  for await (const page of files)
    for (const file of page) {
      for (; row !== null && row.version < file; row = await nextRow()) yield { row };
      if (row?.version !== file) yield { file };
      while (row?.version === file) row = await nextRow();
    }
  for (; row !== null; row = await nextRow()) yield { row };
}

/** Without a wait for each, of which there may be millions. */
function oneByOne<Item>(pages: AsyncIterable<readonly Item[]>): () => Promise<Item | null> {
  const iterator = pages[Symbol.asyncIterator]();
  let page: readonly Item[] = [];
  let at = 0;
  return async () => {
    while (at >= page.length) {
      const next = await iterator.next();
      if (next.done) return null;
      page = next.value;
      at = 0;
    }
    return page[at++] ?? null;
  };
}
