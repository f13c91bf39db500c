import type { ApiClient } from './api-client.ts';

const PATIENCE = 45_000;

/** Waits until an operation has ended; fails with its reason when it failed. */
export async function operationDone(api: ApiClient, ref: string, id: string): Promise<void> {
  const operation = await operationEnded(api, ref, id);
  if (operation.state === 'failed') throw new Error(`The operation failed: ${operation.reason}`);
}

async function operationEnded(
  api: ApiClient,
  ref: string,
  id: string,
): Promise<{ state: string; reason: string | null }> {
  const until = Date.now() + PATIENCE;
  for (;;) {
    const { body } = await api.request('GET', `/platform/projects/${ref}/operations`);
    const operation = body.find((each: { id: string }) => each.id === id);
    if (operation !== undefined && operation.state !== 'running') return operation;
    if (Date.now() > until) throw new Error(`The operation did not end: ${JSON.stringify(operation)}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** Takes a backup and gives its id. One that the platform is taking at the moment is waited for. */
export async function takeBackup(api: ApiClient, ref: string): Promise<number> {
  const until = Date.now() + PATIENCE;
  for (;;) {
    const { status, body } = await api.request('POST', `/platform/database/${ref}/backups`);
    if (status === 200) {
      await operationDone(api, ref, body.operation_id);
      return (await goodBackups(api, ref))[0].id;
    }
    if (status !== 409 || Date.now() > until) throw new Error(`No backup was begun: ${JSON.stringify(body)}`);
    await new Promise((done) => setTimeout(done, 200));
  }
}

/** Newest first. */
// biome-ignore lint/suspicious/noExplicitAny: a black box answers anything, and the tests look at it
export async function goodBackups(api: ApiClient, ref: string): Promise<any[]> {
  const { backups } = await overview(api, ref);
  return backups.filter(({ state }: { state: string }) => state === 'done');
}

// biome-ignore lint/suspicious/noExplicitAny: a black box answers anything, and the tests look at it
export async function overview(api: ApiClient, ref: string): Promise<any> {
  return (await api.request('GET', `/platform/database/${ref}/backups`)).body;
}

/** Waits until everything up to a moment can be restored. */
export async function recoverableUntil(api: ApiClient, ref: string, moment: Date): Promise<void> {
  const until = Date.now() + 15_000;
  for (;;) {
    const { pitr } = await overview(api, ref);
    if (pitr.latest !== null && new Date(pitr.latest) >= moment) return;
    if (Date.now() > until) throw new Error(`Nothing reached the archive: ${JSON.stringify(pitr)}`);
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** A moment with some time before and after it, so that what happens on either side is clearly so. */
export async function aMoment(): Promise<Date> {
  await new Promise((done) => setTimeout(done, 30));
  const moment = new Date();
  await new Promise((done) => setTimeout(done, 30));
  return moment;
}
