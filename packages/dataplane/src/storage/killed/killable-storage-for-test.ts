import { flushCompileCache } from 'node:module';
import Fastify from 'fastify';
import { KEYS, openRestApi } from '../../rest/rest-api-for-test.ts';
import { createStorageService } from '../storage-service.ts';
import { countSteps, stepsDone, watchSteps } from './steps-for-test.ts';

/** The gateway with storage in a process of its own, which dies at the step that its parent names. */
interface Setup {
  address: Parameters<typeof openRestApi>[0];
  folder: string;
  storageKey: { accessKey: string; secret: string };
}

process.on('message', (order: { killAt: number } | 'steps') => {
  if (order === 'steps') return process.send?.({ steps: stepsDone() });
  countSteps(order.killAt);
  return process.send?.({ armed: true });
});
// A parent that is gone needs no child.
process.on('disconnect', () => process.exit());

await watchSteps();
const { address, folder, storageKey } = JSON.parse(process.argv[2] ?? '') as Setup;
const api = await openRestApi(address, {}, (projects) => [
  createStorageService({ logger: Fastify().log, projects, folder }),
]);
api.change({ region: 'eu-central-1', anonKey: KEYS.anon, storageKeys: [storageKey] });
process.send?.({ url: await api.listen() });
// It will not end by itself, which is when this would be written.
flushCompileCache();
