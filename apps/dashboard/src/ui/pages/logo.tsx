import classes from './logo.module.css';

/** Where the three columns stand: x of the middle, y of the top's middle, y of the foot's middle. */
const COLUMNS = [
  { x: 16, top: 6, foot: 19, isEmber: false },
  { x: 9, top: 13.6, foot: 26.2, isEmber: false },
  { x: 23, top: 18.4, foot: 26.2, isEmber: true },
];

/** Three hexagonal columns of basalt, the lowest still glowing. Drawn for 20 px and more. */
export function Logo({ size = 24, isBreathing = false }: { size?: number; isBreathing?: boolean }) {
  return (
    <svg
      viewBox="0 0 32 32"
      width={size}
      height={size}
      className={classes.logo}
      data-breathing={isBreathing || undefined}
      aria-hidden="true"
    >
      {COLUMNS.map(({ x, top, foot, isEmber }) => (
        <g key={x}>
          <path className={classes.left} d={`M${x - 7} ${top + 2.4}l7 2.4V${foot + 4.8}l-7-2.4z`} />
          <path className={classes.right} d={`M${x + 7} ${top + 2.4}l-7 2.4V${foot + 4.8}l7-2.4z`} />
          <path
            className={isEmber ? classes.ember : classes.top}
            d={`M${x} ${top - 4.8}l7 2.4v4.8l-7 2.4-7-2.4v-4.8z`}
          />
        </g>
      ))}
    </svg>
  );
}
