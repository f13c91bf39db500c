import { type ResourceWarnings, WARNING_KINDS, type WarningLevel } from '@basalt/contract';

/** Kinds that a banner or a card speaks of, by the names of the wire. */
export type ShownKind =
  | 'is_readonly_mode_enabled'
  | (typeof WARNING_KINDS)[number]
  | 'multiple_resource_warnings';

export interface ShownWarning {
  kind: ShownKind;
  level: WarningLevel;
}

/**
 * What of the warnings to speak of: read-only mode beats everything and is always critical; several kinds at once become one; the worst
 * level counts. Keys that nobody knows are ignored.
 */
export function activeWarning(warnings: Partial<ResourceWarnings>): ShownWarning | null {
  if (warnings.is_readonly_mode_enabled) return { kind: 'is_readonly_mode_enabled', level: 'critical' };
  const active = WARNING_KINDS.flatMap((kind) => {
    const level = warnings[kind];
    return level === 'warning' || level === 'critical' ? [{ kind, level }] : [];
  });
  const [first, ...others] = active;
  if (first === undefined) return null;
  if (others.length === 0) return first;
  const isCritical = active.some(({ level }) => level === 'critical');
  return { kind: 'multiple_resource_warnings', level: isCritical ? 'critical' : 'warning' };
}
