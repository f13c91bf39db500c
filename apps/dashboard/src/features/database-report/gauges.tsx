import type { ReactNode } from 'react';
import classes from './gauges.module.css';

interface GaugeProps {
  label: string;
  value: ReactNode;
  note?: ReactNode;
  /** From 0 to 1; null where nothing is known yet. */
  share: number | null;
  tone: 'plain' | 'ok' | 'warn' | 'danger';
}

/** One number, how good it is, and how much of the whole. */
export function Gauge({ label, value, note, share, tone }: GaugeProps) {
  return (
    <div className={classes.gauge} data-tone={tone}>
      <p className={classes.label}>{label}</p>
      <p className={classes.value}>
        {value}
        {note !== undefined && <span className={classes.note}>{note}</span>}
      </p>
      <div className={classes.track} aria-hidden="true">
        {share !== null && (
          <div className={classes.fill} style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }} />
        )}
      </div>
    </div>
  );
}

interface Bar {
  key: string;
  name: string;
  /** Beside the name, in fewer words. */
  note?: string;
  /** The bar is as long as this is of the longest. */
  size: number;
  /** The number in words. */
  value: ReactNode;
}

/** Numbers that people compare, with bars as long as they are large. */
export function Bars({ label, bars, most }: { label: string; bars: readonly Bar[]; most?: number }) {
  const longest = most ?? Math.max(1, ...bars.map(({ size }) => size));
  return (
    <ul className={classes.bars} aria-label={label}>
      {bars.map(({ key, name, note, size, value }) => (
        <li key={key} className={classes.bar}>
          <span className={classes.name} title={name}>
            {name}
          </span>
          <span className={classes.barsValue}>
            {value}
            {note !== undefined && <span className={classes.barsNote}>{note}</span>}
          </span>
          <span className={classes.barsTrack} aria-hidden="true">
            <span
              className={classes.barsFill}
              style={{ width: `${Math.min(100, (100 * size) / longest)}%` }}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}
