/** Runs statements. Rows have times as PostgreSQL's text in UTC (see `instant` and `isoTime`) and JSON parsed. */
export interface Executor {
  query<Row extends object = Record<string, unknown>>(
    sql: string,
    parameters?: readonly unknown[],
  ): Promise<Row[]>;
}

export interface Transaction extends Executor {
  /** Work that may only happen once the changes are safe, such as sending a mail: no lock and no connection is held meanwhile. */
  afterCommit(work: () => Promise<void>): void;
}
