import { randomBytes } from 'node:crypto';
import type { ExportJob, ExportTickets } from '../kernel/ports.ts';

const LIFETIME_MS = 60_000;
/** A person has a few of them at most; the oldest gives way. */
const MAX_PER_ACCOUNT = 5;

/** Keeps the tickets in memory: they are good for a minute, and their exports run in this process. */
export class MemoryExportTickets implements ExportTickets {
  readonly #jobs = new Map<string, { job: ExportJob; until: number }>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  issue(job: ExportJob): string {
    this.#dropExpired();
    const own = [...this.#jobs].filter(([, held]) => held.job.accountId === job.accountId);
    for (const [old] of own.slice(0, Math.max(0, own.length - MAX_PER_ACCOUNT + 1))) this.#jobs.delete(old);
    const ticket = randomBytes(32).toString('base64url');
    this.#jobs.set(ticket, { job, until: this.#now() + LIFETIME_MS });
    return ticket;
  }

  redeem(ticket: string, accountId: string, ref: string): ExportJob | null {
    this.#dropExpired();
    const job = this.#jobs.get(ticket)?.job;
    if (job === undefined || job.accountId !== accountId || job.ref !== ref) return null;
    this.#jobs.delete(ticket);
    return job;
  }

  #dropExpired(): void {
    const now = this.#now();
    for (const [ticket, { until }] of this.#jobs) if (until <= now) this.#jobs.delete(ticket);
  }
}
