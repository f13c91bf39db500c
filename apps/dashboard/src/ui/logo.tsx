import { useId } from 'react';
import classes from './logo.module.css';

/** Three hexagonal columns of basalt, the front one still glowing at its top. */
export function Logo({ size = 24, isBreathing = false }: { size?: number; isBreathing?: boolean }) {
  const id = useId();
  return (
    <svg
      viewBox="0 0 32 32"
      width={size}
      height={size}
      className={classes.logo}
      data-breathing={isBreathing || undefined}
      aria-hidden="true"
    >
      <defs>
        <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--ember-ring)" />
          <stop offset="1" stopColor="var(--ember-fill)" />
        </linearGradient>
      </defs>
      <g className={classes.back}>
        <path d="M16 1.6 22 5v14.6l-6 3.4-6-3.4V5z" className={classes.side} />
        <path d="M16 1.6 22 5l-6 3.4L10 5z" className={classes.top} />
      </g>
      <g>
        <path d="M8.6 10.4 14.6 13.800v11.400l-6 3.400-6-3.400V13.800z" className={classes.side} />
        <path d="M8.600 10.400 14.600 13.800l-6 3.400-6-3.400z" className={classes.top} />
      </g>
      <g>
        <path d="M23.400 13.400 29.400 16.800v9.400l-6 3.400-6-3.400v-9.400z" className={classes.side} />
        <path d="M23.400 13.400 29.400 16.800l-6 3.400-6-3.400z" fill={`url(#${id})`} className={classes.ember} />
      </g>
    </svg>
  );
}
