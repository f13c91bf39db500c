import { createServer } from 'node:http';
import { createClient } from '@supabase/supabase-js';
import type { Database } from './database.generated.ts';
import { createHandler } from './handler.ts';

const { SUPABASE_URL: url, SUPABASE_SECRET_KEY: key, PORT: port = '3000' } = process.env;
if (!url || !key) {
  process.stderr.write('Set SUPABASE_URL and SUPABASE_SECRET_KEY. The README says where they are.\n');
  process.exit(1);
}

// This key passes every policy: it stays on the server, and no session is kept for it.
const client = createClient<Database>(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
const server = createServer(createHandler(client));
server.listen(Number(port), '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${port}\n`));
// What is under way is answered before the server ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.close());
