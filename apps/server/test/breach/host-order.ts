/** What the test tells the process that looks after the clusters. */
export interface HostOrder {
  id: number;
  target: 'driver' | 'backups' | 'platform';
  method: string;
  args: unknown[];
}

/** Answers bear the number of their order; number 0 says that the process is ready. */
export interface HostAnswer {
  id: number;
  value?: unknown;
  error?: { message: string; code: string };
}
