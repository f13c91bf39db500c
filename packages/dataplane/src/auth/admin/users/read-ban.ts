import { AuthError } from '../../errors/auth-error.ts';
import { parseGoDuration } from '../go-duration.ts';

/** When a ban of this duration ends; 'none' lifts a ban. Throws `validation_failed`. */
export function readBan(duration: string, now: Date): Date | 'none' {
  if (duration === 'none') return 'none';
  const milliseconds = parseGoDuration(duration);
  if (milliseconds === null) {
    const message = 'invalid format for ban duration: write it like "24h", "1h30m" or "none"';
    throw new AuthError('validation_failed', message);
  }
  return new Date(now.getTime() + milliseconds);
}
