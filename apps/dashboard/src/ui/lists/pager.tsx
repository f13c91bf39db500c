import { Button } from '@mantine/core';
import classes from './pager.module.css';

interface PagerProps {
  /** What is counted, such as "users". */
  noun: string;
  /** Counted from 1. */
  page: number;
  pageSize: number;
  total: number;
  /** `total` is a guess. */
  isEstimate?: boolean;
  onPage: (page: number) => void;
}

const numbers = new Intl.NumberFormat('en');

/** Which part of a list is shown, and the way to its neighbours. */
export function Pager({ noun, page, pageSize, total, isEstimate = false, onPage }: PagerProps) {
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(total, page * pageSize);
  const all = `${isEstimate ? 'about ' : ''}${numbers.format(total)} ${noun}`;
  if (total <= pageSize && page === 1) return <p className={classes.place}>{all}</p>;
  return (
    <nav className={classes.pager} aria-label={`Pages of ${noun}`}>
      <p className={classes.place} aria-live="polite">
        {numbers.format(first)}–{numbers.format(last)} of {all}
      </p>
      <Button size="xs" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <Button size="xs" disabled={last >= total} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
