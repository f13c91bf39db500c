/** As much of a database connection as reading the catalog needs: `pg.Client` has it. Not inside a transaction. */
export interface CatalogClient {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}
