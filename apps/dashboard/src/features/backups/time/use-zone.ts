import { usePersisted } from '../../../lib/persisted.ts';
import { browserZone, zonePreference } from './time-zones.ts';

/** The zone in which people read and type times here, and the way to another. */
export function useZone(): [string, (zone: string) => void] {
  const [chosen, choose] = usePersisted(zonePreference);
  return [chosen ?? browserZone(), choose];
}
