/**
 * What happens to whom at a step: the platform process dies, all PostgreSQL servers of projects do, everything of the data folder
 * does at once as when the machine loses power, or the disk gets full.
 */
export type Victim = 'platform' | 'postgres' | 'machine' | 'disk';

export interface StepOrder {
  /** Of the next call that is counted, the number of the step before which the platform process dies; null: it lives. */
  killBefore: number | null;
}

export interface Order {
  /** `pause:stop-cluster:before` */
  killAt: string;
  victim: Victim;
}
