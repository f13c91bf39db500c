import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { CallProject } from '../kernel/ports.ts';
import type { SecretBox } from '../kernel/secret-box.ts';
import { isActive } from '../projects/transitions.ts';
import { readRecord } from './read-record.ts';

/** The gateway is told within milliseconds. One that cannot be told goes on as it was, and no call waits longer for it. */
const PATIENCE_MS = 3_000;
const LOOK_MS = 15;

interface Parts {
  pool: pg.Pool;
  secrets: SecretBox;
  callProject: CallProject;
}

/**
 * Waits until the gateway serves a project as it is stored now, so that whoever changed something and calls at once meets the change.
 * A gateway that is away, and a project that is not served, are not waited for.
 */
export async function untilServed({ pool, secrets, callProject }: Parts, ref: string): Promise<void> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    while (!signal.aborted) {
      const stored = await readRecord(pool, secrets, ref);
      if (stored === null || !isActive(stored.status)) return;
      const answer = await callProject(ref, '/functions/v1/', { signal });
      const { revision } = (await answer.json()) as { revision?: unknown };
      if (revision === stored.revision) return;
      await sleep(LOOK_MS);
    }
  } catch {
    // The change is made all the same, and the gateway learns of it as soon as it can.
  }
}
