import type { ReactNode } from 'react';
import { CopyButton } from '../copy/copy-button.tsx';
import classes from './fact-list.module.css';

export interface Fact {
  label: string;
  value: ReactNode;
  /** What the copy button beside it copies. */
  copy?: string | undefined;
}

/** Names and values, one under the other. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.list}>
      {facts.map(({ label, value, copy }) => (
        <div key={label} className={classes.fact}>
          <dt className={classes.label}>{label}</dt>
          <dd className={classes.value}>
            <span className={classes.text}>{value}</span>
            {copy !== undefined && <CopyButton value={copy} label={label.toLowerCase()} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
