import { withClient } from '@basalt/postgres';
import type { Visit } from './visit.ts';

// A session of the platform with whatever listens at the address, in a process whose memory can be looked at.

/** Less than the test waits for the process. */
const ANSWER_MS = 15_000;

const [host = '', port = '', waitingMs = ''] = process.argv.slice(2);
let error = '';
try {
  await withClient(
    { host, port: Number(port), user: 'supabase_admin', database: 'postgres' },
    (client) => client.query('select 1 as one'),
    { connectTimeoutMs: Number(waitingMs), answerTimeoutMs: ANSWER_MS },
  );
} catch (failure) {
  error = String(failure);
}
const peakMb = Math.round(process.resourceUsage().maxRSS / 1024);
process.once('disconnect', () => process.exit(0));
process.send?.({ error, peakMb } satisfies Visit);
process.disconnect();
