import type { ReactNode } from 'react';
import classes from './bars.module.css';

export interface Bar {
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
          <span className={classes.value}>
            {value}
            {note !== undefined && <span className={classes.note}>{note}</span>}
          </span>
          <span className={classes.track} aria-hidden="true">
            <span className={classes.fill} style={{ width: `${Math.min(100, (100 * size) / longest)}%` }} />
          </span>
        </li>
      ))}
    </ul>
  );
}
