import { Client } from 'pg';

interface Leak {
  /** How many connections were opened. */
  open: number;
  /** The codes with which others were refused, each once. */
  refusals: string[];
}

/** Opens connections one after the other as an application named "leak" that forgets to close them, until `during` is over. */
export async function leakConnections(
  database: string,
  wanted: number,
  during: (leak: Leak) => Promise<void>,
): Promise<void> {
  const connectionString = `${database}?application_name=leak`;
  const clients: Client[] = [];
  const refusals = new Set<string>();
  try {
    for (let each = 0; each < wanted; each++) {
      const client = new Client({ connectionString });
      // The server ends them in these tests.
      client.on('error', () => {});
      await client.connect().then(
        () => clients.push(client),
        (error: { code: string }) => refusals.add(error.code),
      );
    }
    await during({ open: clients.length, refusals: [...refusals] });
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
  }
}
