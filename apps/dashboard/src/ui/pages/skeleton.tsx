import classes from './skeleton.module.css';

interface SkeletonProps {
  width?: number | string;
  height?: number | string;
  radius?: number;
  /** How many, one under the other. */
  lines?: number;
}

/** Holds the place of something that loads, at its final size. */
export function Skeleton({ width = '100%', height = 16, radius = 4, lines = 1 }: SkeletonProps) {
  return Array.from({ length: lines }, (_, i) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move
      key={i}
      className={classes.skeleton}
      style={{ width, height, borderRadius: radius }}
      aria-hidden="true"
    />
  ));
}
