import classes from './spark-bars.module.css';

interface SparkBarsProps {
  /** Oldest first; null where nothing is known. */
  values: readonly (number | null)[];
  /** Pixels. */
  height?: number;
  /** Fills the room there is; otherwise a bar is four pixels wide. */
  isWide?: boolean;
  /** What a full bar stands for; the highest value unless said otherwise. */
  top?: number;
}

const STEP = 6;
const BAR = 4;
/** What is there must be seen, however high the others are. */
const LEAST = 2;

/** Values as bars without axes, beside a figure that says in words what matters of them. Hidden from those who do not see it. */
export function SparkBars({ values, height = 16, isWide = false, top }: SparkBarsProps) {
  const width = values.length * STEP - (STEP - BAR);
  const highest = top ?? Math.max(1, ...values.map((value) => value ?? 0));
  const bar = (value: number | null, place: number) => {
    if (value === null) return '';
    const share = Math.min(1, value / highest);
    const bar = value === 0 ? 1 : Math.max(LEAST, Math.round(share * height));
    return `M${place * STEP} ${height}v${-bar}h${BAR}v${bar}z`;
  };
  return (
    <svg
      className={classes.bars}
      viewBox={`0 0 ${width} ${height}`}
      width={isWide ? '100%' : width}
      height={height}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={values.map(bar).join('')} />
    </svg>
  );
}
