import type { ReactNode } from 'react';
import classes from './gauge.module.css';

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
