import { REGIONS } from '@basalt/contract';

/** "Central EU (Frankfurt)" for `eu-central-1`; a code nobody knows stands for itself. */
export function regionLabel(code: string): string {
  return (REGIONS as Record<string, string>)[code] ?? code;
}
