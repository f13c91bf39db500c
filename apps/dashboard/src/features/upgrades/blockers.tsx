import type { UpgradeEligibility } from '@basalt/contract';
import { Button } from '@mantine/core';
import { Notice } from '../../ui/pages/notice.tsx';
import classes from './blockers.module.css';

interface BlockersProps {
  blockers: UpgradeEligibility['blockers'];
  target: string;
  isChecking: boolean;
  onCheck: () => void;
}

const KINDS: Record<string, string> = {
  extension: 'Extension',
  replication_slot: 'Replication slot',
  prepared_transaction: 'Prepared transaction',
  data_type: 'Data type',
  sessions: 'Sessions',
};

/** What stands in the way of an upgrade, and what to do about each. */
export function Blockers({ blockers, target, isChecking, onCheck }: BlockersProps) {
  const count = blockers.length === 1 ? 'One thing stands' : `${blockers.length} things stand`;
  return (
    <Notice
      tone="warn"
      title={`${count} in the way of PostgreSQL ${target}`}
      actions={
        <Button size="xs" loading={isChecking} onClick={onCheck}>
          Check again
        </Button>
      }
    >
      <ul className={classes.list} aria-label="What stands in the way">
        {blockers.map(({ kind, name, message }) => (
          <li key={`${kind} ${name} ${message}`} className={classes.item}>
            <p className={classes.name}>
              {KINDS[kind] !== undefined && `${KINDS[kind]} `}
              <code>{name}</code>
            </p>
            <p>{message}</p>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
