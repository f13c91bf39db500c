import type { RequestLogEntry } from '@basalt/project';

/**
 * Calls a project's own API as `service_role`, over the gateway. Rejects when it cannot be reached.
 * @param path below the project's URL: `/auth/v1/health`
 */
export type CallProject = (ref: string, path: string, init?: ProjectCall) => Promise<Response>;

export interface ProjectCall {
  /** Default GET. */
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  /** JSON text. */
  body?: string;
  signal?: AbortSignal;
}

/** Conditions that an entry must meet; those left out do not matter. Times are milliseconds since 1970. */
export interface RequestLogFilter {
  from?: number;
  to?: number;
  methods?: readonly string[];
  /** Exact statuses (404) and classes (4 for 400 to 499), any of them. */
  statuses?: readonly number[];
  services?: readonly string[];
  roles?: readonly string[];
  /** Part of the path, any case. */
  search?: string;
}

/** The log of requests to projects, which the gateway writes. */
export interface RequestLogReader {
  /** Newest first; `cursor` is where to go on, null at the end. */
  read(
    ref: string,
    filter: RequestLogFilter,
    limit: number,
    cursor: string | null,
  ): Promise<{ entries: RequestLogEntry[]; cursor: string | null }>;
  /** Requests in each of `buckets` equal parts of the time from `from` to `to`, oldest first. */
  count(
    ref: string,
    filter: RequestLogFilter & { from: number; to: number },
    buckets: number,
  ): Promise<{ time: number; ok: number; clientErrors: number; serverErrors: number }[]>;
  /** When each key was accepted last: its SHA-256, base64url → milliseconds since 1970. Some seconds late. */
  keyUse(ref: string): Promise<Readonly<Record<string, number>>>;
}
