import type { FactorRow } from '../store/factors.ts';
import { isoTime } from '../store/times.ts';
import { time } from './optional-time.ts';

/** A second factor as clients see it: never its secret. */
export function presentFactor(factor: FactorRow): Record<string, unknown> {
  return {
    id: factor.id,
    created_at: isoTime(factor.created_at),
    updated_at: isoTime(factor.updated_at),
    status: factor.status,
    ...(factor.friendly_name ? { friendly_name: factor.friendly_name } : {}),
    factor_type: factor.factor_type,
    ...(factor.phone ? { phone: factor.phone } : {}),
    ...time('last_challenged_at', factor.last_challenged_at),
  };
}
