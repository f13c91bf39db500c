import type { AuthSettings } from '@basalt/project';
import type { RefreshTokenRow } from '../store/refresh-tokens.ts';
import { instant } from '../store/times.ts';

/**
 * Why a used token comes again. 'repeat': a client that never got its successor, or two of its requests at once. 'theft':
 * anything else.
 */
export function judgeReuse(
  token: Pick<RefreshTokenRow, 'token' | 'updated_at'>,
  active: Pick<RefreshTokenRow, 'parent'>,
  settings: Pick<AuthSettings, 'security_refresh_token_reuse_interval'>,
  now: Date,
): 'repeat' | 'theft' {
  if (active.parent === token.token) return 'repeat';
  const usedUntil = instant(token.updated_at) + settings.security_refresh_token_reuse_interval * 1000;
  return now.getTime() <= usedUntil ? 'repeat' : 'theft';
}
