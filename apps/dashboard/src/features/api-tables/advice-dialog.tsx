import '../../theme/dialog.ts';
import type { ApiTable } from '@basalt/contract';
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../ui/button-link.tsx';
import { CodeBlock } from '../../ui/copy/code-block.tsx';
import form from '../../ui/form.module.css';
import { closingSql, exposureOf, hasOwnPolicies, policySql } from './exposure.ts';

interface AdviceDialogProps {
  projectRef: string;
  table: ApiTable;
  onClose: () => void;
}

/** What to do about a table that is open to everybody, or to nobody. */
export function AdviceDialog({ projectRef, table, onClose }: AdviceDialogProps) {
  const isExposed = exposureOf(table) === 'exposed';
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${table.schema}.${table.name}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      size="lg"
    >
      <div className={form.form}>
        {isExposed ? <ClosingAdvice table={table} /> : <PolicyAdvice table={table} />}
        <div className={form.foot}>
          <ButtonLink to="/project/$ref/sql" params={{ ref: projectRef }} variant="filled">
            Open SQL editor
          </ButtonLink>
        </div>
      </div>
    </Modal>
  );
}

function ClosingAdvice({ table }: { table: ApiTable }) {
  return (
    <>
      <p>{WHY_EXPOSED[table.kind]}</p>
      <CodeBlock label="SQL" value={closingSql(table)} />
      {hasOwnPolicies(table) && (
        <>
          <p>Nobody gets in then, until a policy says so. This one lets everybody read who has signed in:</p>
          <CodeBlock label="policy SQL" value={policySql(table)} />
        </>
      )}
    </>
  );
}

function PolicyAdvice({ table }: { table: ApiTable }) {
  return (
    <>
      <p>
        RLS is on, but there is no policy: nobody can read or change its rows over the Data API, except with a
        secret or service_role key. If that is what you want, leave it so. This policy lets everybody read who
        has signed in:
      </p>
      <CodeBlock label="policy SQL" value={policySql(table)} />
    </>
  );
}

const WHY_TABLE = 'Row level security is off: whoever has a key reaches all rows. Switch it on:';
const WHY_NOT_PROTECTED =
  'Row level security cannot be had for it: whoever has a key reaches all rows. Take the grants away:';

const WHY_EXPOSED: Record<ApiTable['kind'], ReactNode> = {
  table: WHY_TABLE,
  'partitioned table': WHY_TABLE,
  view: 'The view reads with the rights of its owner, past the policies of its tables. Let it read with the rights of whoever asks:',
  'materialized view': WHY_NOT_PROTECTED,
  'foreign table': WHY_NOT_PROTECTED,
};
