import type { Dependencies } from '../kernel/dependencies.ts';
import { forgetOldUsage } from './store.ts';

const EVERY_MS = 24 * 60 * 60_000;

/** Deletes what is too old, at the start and then day by day. */
export function startForgettingUsage({ db, log }: Pick<Dependencies, 'db' | 'log'>): { stop(): void } {
  const look = () => {
    forgetOldUsage(db).catch((error: unknown) =>
      log('error', { err: error }, 'deleting old usage of projects failed'),
    );
  };
  const timer = setInterval(look, EVERY_MS).unref();
  look();
  return { stop: () => clearInterval(timer) };
}
