import type { QueryError } from '../errors/query-error.ts';

/**
 * True when a prepared statement of ours is gone (a function may run DEALLOCATE) or can no longer give what it gave. The
 * group had no effect and works once its statements are prepared again.
 */
export function isStaleStatement({ code, message }: QueryError): boolean {
  return (
    (code === '26000' && message.includes('"basalt_')) ||
    (code === '0A000' && message === 'cached plan must not change result type')
  );
}
