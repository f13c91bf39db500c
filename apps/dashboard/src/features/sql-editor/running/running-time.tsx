import { useEffect, useState } from 'react';
import classes from './running-queries.module.css';

interface RunningTimeProps {
  /** How long it had run when the server said so. */
  milliseconds: number;
  seenAt: number;
}

const TICK = 200;

/** A duration that goes on between two answers of the server. */
export function RunningTime({ milliseconds, seenAt }: RunningTimeProps) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK);
    return () => clearInterval(timer);
  }, []);
  return <span className={classes.time}>{durationText(milliseconds + Math.max(0, now - seenAt))}</span>;
}

/** As short as it can be read: `3.4 s`, `2 min 05 s`, `1 h 04 min`. */
export function durationText(milliseconds: number): string {
  const seconds = milliseconds / 1_000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  const two = (n: number) => String(n).padStart(2, '0');
  if (minutes < 60) return `${minutes} min ${two(Math.floor(seconds % 60))} s`;
  return `${Math.floor(minutes / 60)} h ${two(minutes % 60)} min`;
}
