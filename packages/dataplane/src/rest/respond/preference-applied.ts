import type { Preferences } from '../request/rest-request.ts';

/** What preferences an answer could take into account at all. */
export interface PreferenceScope {
  resolution: boolean;
  missing: boolean;
  return: boolean;
  maxAffected: boolean;
  /** Only if the settings let a request choose. */
  tx: boolean;
}

/** `Preference-Applied` in its fixed order, null when nothing took effect. */
export function preferenceApplied(preferences: Preferences, scope: PreferenceScope): string | null {
  const { resolution, missing, count, tx, handling, timezone, maxAffected } = preferences;
  const applied: string[] = [];
  if (scope.resolution && resolution !== null) applied.push(`resolution=${resolution}`);
  if (scope.missing && missing !== null) applied.push(`missing=${missing}`);
  if (scope.return && preferences.return !== null) applied.push(`return=${preferences.return}`);
  if (count !== null) applied.push(`count=${count}`);
  if (scope.tx && tx !== null) applied.push(`tx=${tx}`);
  if (handling !== null) applied.push(`handling=${handling}`);
  if (timezone !== null) applied.push(`timezone=${timezone}`);
  if (scope.maxAffected && maxAffected !== null && handling === 'strict')
    applied.push(`max-affected=${maxAffected}`);
  return applied.length === 0 ? null : applied.join(', ');
}
