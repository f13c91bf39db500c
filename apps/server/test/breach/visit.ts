/** How a session with a hostile server ended. */
export interface Visit {
  /** Empty: it did not fail. */
  error: string;
  /** The most memory that the process ever had. */
  peakMb: number;
}
