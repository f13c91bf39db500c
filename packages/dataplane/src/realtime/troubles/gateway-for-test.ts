import { openRealtimeApi } from '../realtime-for-test.ts';

/** A gateway in a process of its own, which can be stopped and killed. Its parent hears at which URL it serves. */
process.once('disconnect', () => process.exit());
const api = await openRealtimeApi(JSON.parse(process.argv[2] ?? ''));
process.send?.(api.url);
