export type Judgement = 'plain' | 'ok' | 'warn' | 'danger';

/** Below this share of reads from memory a database with much traffic becomes slow. */
const GOOD_HITS = 0.99;
const POOR_HITS = 0.95;
const MANY_CONNECTIONS = 0.8;

/** How good a share of reads is that found their page in memory. */
export function judgeHits(share: number | null): Judgement {
  if (share === null) return 'plain';
  if (share >= GOOD_HITS) return 'ok';
  return share >= POOR_HITS ? 'warn' : 'danger';
}

/** How close a database is to refusing connections. */
export function judgeConnections({ used, max }: { used: number; max: number }): Judgement {
  if (used >= max) return 'danger';
  return used >= max * MANY_CONNECTIONS ? 'warn' : 'plain';
}

/** `99.2 %`; never rounded up to a hundred while something is missing. */
export function percent(share: number): string {
  const exact = share * 100;
  return `${exact >= 100 ? 100 : (Math.floor(exact * 10) / 10).toFixed(1)} %`;
}
