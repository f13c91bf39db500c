import type { BackupOverview } from '@basalt/contract';
import { type ReactNode, useMemo } from 'react';
import { byteSize } from '../../../lib/format/byte-size.ts';
import { useNow } from '../../../lib/use-now.ts';
import badge from '../../../ui/status/status-badge.module.css';
import type { BackupsShown } from '../restore/backups-shown.ts';
import { lossWindow, newestSafeMoment, oldestSafeMoment } from '../state/loss-window.ts';
import { momentText } from '../time/moment-labels.ts';
import { ZonePicker } from '../time/zone-picker.tsx';
import classes from './safety-panel.module.css';
import { Timeline } from './timeline.tsx';

/** Milliseconds. */
const COARSE = 10_000;

interface SafetyPanelProps {
  overview: BackupOverview;
  zone: string;
  onZone: (zone: string) => void;
  /** The moment that is chosen below, milliseconds since 1970. */
  picked: number | null;
  onPick: BackupsShown['onPick'];
}

/** How safe the project is, at a glance: what would be lost now, what can be brought back, what it takes. */
export function SafetyPanel({ overview, zone, onZone, picked, onPick }: SafetyPanelProps) {
  const now = useNow(true);
  // The picture moves a pixel in minutes; drawing a hundred marks anew every second would be waste.
  const coarse = Math.ceil(now / COARSE) * COARSE;
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the overview only what shows in the picture counts
  const drawn = useMemo(
    () => overview,
    [
      coarse,
      overview.backups,
      overview.restore_points,
      overview.schedule,
      overview.pitr.enabled,
      overview.pitr.problem,
    ],
  );
  const { tone, words } = lossWindow(overview, now);
  const newest = newestSafeMoment(overview);
  const oldest = oldestSafeMoment(overview);
  const { base, wal } = overview.stored_bytes;
  return (
    <section className={classes.panel} aria-label="State of the backups">
      <header className={classes.head}>
        <p className={classes.words} data-tone={tone}>
          <span className={badge.dot} data-tone={tone} aria-hidden="true" />
          {words}
        </p>
        <div className={classes.zone}>
          Times in <ZonePicker look="quiet" zone={zone} onChange={onZone} />
        </div>
      </header>
      <dl className={classes.facts}>
        <Fact label="Newest recoverable moment" value={newest === null ? '–' : momentText(newest, zone)} />
        <Fact label="Earliest recoverable moment" value={oldest === null ? '–' : momentText(oldest, zone)} />
        <Fact
          label="Space used"
          value={byteSize(base + wal)}
          more={`Backups ${byteSize(base)}, changes ${byteSize(wal)}`}
        />
        <Fact
          label="Free space"
          value={overview.free_bytes === null ? 'Not known' : byteSize(overview.free_bytes)}
          more="On the disk of the backups"
        />
      </dl>
      <Timeline overview={drawn} zone={zone} now={coarse} picked={picked} onPick={onPick} />
    </section>
  );
}

function Fact({ label, value, more }: { label: string; value: string; more?: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>
        {value}
        {more !== undefined && <span className={classes.more}>{more}</span>}
      </dd>
    </div>
  );
}
