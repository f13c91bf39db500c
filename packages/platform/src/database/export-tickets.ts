import { randomBytes } from 'node:crypto';

/** An export that was asked for and not fetched yet. */
export interface ExportJob {
  readonly accountId: string;
  readonly ref: string;
  readonly query: string;
  readonly parameters: readonly (string | null)[] | undefined;
  readonly fileName: string;
}

const LIFETIME_MS = 60_000;
/** A person has a few of them at most; the oldest gives way. */
const MAX_PER_ACCOUNT = 5;

/** Tickets for exports: kept in memory, good for a minute, for one person and one time. */
export class ExportTickets {
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

  /** Takes the job of a ticket, for the one it was issued to; null when there is none, or no longer. */
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
