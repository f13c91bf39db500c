import type { BackupPlace } from '@basalt/contract';
import { byteSize } from '../../../lib/format/byte-size.ts';
import { ActionRow, ActionRows } from '../../../ui/lists/action-row.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import badge from '../../../ui/status/status-badge.module.css';
import type { BackupsShown } from '../restore/backups-shown.ts';
import { placeState } from '../state/backup-places.ts';

const TITLES: Record<BackupPlace['kind'], string> = {
  folder: 'On the disk of this machine',
  bucket: 'In a bucket of this installation',
  own_bucket: 'In your own bucket',
};

/** Where the backups of a project are kept, and how far each place is. */
export function BackupPlaces({ overview: { places } }: BackupsShown) {
  const now = Date.now();
  return (
    <Section title="Where backups are" description="Each place has all that is kept of this project.">
      <ActionRows>
        {places.map((place) => {
          const { tone, words } = placeState(place, now);
          return (
            <ActionRow
              key={place.kind}
              title={TITLES[place.kind]}
              text={
                <>
                  <span className={badge.badge} data-tone={tone}>
                    <span className={badge.dot} data-tone={tone} aria-hidden="true" />
                    {words}
                  </span>
                  {place.free_bytes !== null && <> · {byteSize(place.free_bytes)} are free</>}
                </>
              }
            />
          );
        })}
      </ActionRows>
    </Section>
  );
}
