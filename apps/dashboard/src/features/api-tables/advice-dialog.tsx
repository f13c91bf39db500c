import '../../theme/dialog.ts';
import type { ApiTable } from '@basalt/contract';
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { CodeBlock } from '../../ui/copy/code-block.tsx';
import form from '../../ui/form.module.css';
import { closingSql, exposureOf, hasOwnPolicies } from './exposure.ts';
import { OpenInEditor } from './open-in-editor.tsx';
import { PolicyChoice, usePolicyChoice } from './policy-choice.tsx';

interface AdviceProps {
  projectRef: string;
  table: ApiTable;
}

/** What to do about a table that is open to everybody, or to nobody. */
export function AdviceDialog({ onClose, ...props }: AdviceProps & { onClose: () => void }) {
  const { table } = props;
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${table.schema}.${table.name}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      size="lg"
    >
      <div className={form.form}>
        {hasOwnPolicies(table) ? <PolicyAdvice {...props} /> : <ClosingAdvice {...props} />}
      </div>
    </Modal>
  );
}

/** For what cannot have policies. */
function ClosingAdvice({ projectRef, table }: AdviceProps) {
  const sql = closingSql(table);
  return (
    <>
      <p>{WHY_EXPOSED[table.kind]}</p>
      <CodeBlock label="SQL" value={sql} />
      <div className={form.foot}>
        <OpenInEditor variant="filled" projectRef={projectRef} name={`Close ${table.name}`} sql={sql} />
      </div>
    </>
  );
}

function PolicyAdvice({ projectRef, table }: AdviceProps) {
  const choice = usePolicyChoice(projectRef, table);
  const isExposed = exposureOf(table) === 'exposed';
  const sql = isExposed ? `${closingSql(table)}\n\n${choice.sql}` : choice.sql;
  return (
    <>
      {isExposed ? (
        <>
          <p>{WHY_EXPOSED[table.kind]}</p>
          <CodeBlock label="SQL" value={closingSql(table)} />
          <p>Nobody gets in then, until a policy says so.</p>
        </>
      ) : (
        <p>
          RLS is on, but there is no policy: nobody can read or change its rows over the Data API, except with
          a secret or service_role key. If that is what you want, leave it so.
        </p>
      )}
      <PolicyChoice {...choice} />
      <CodeBlock label="policy SQL" value={choice.sql} />
      <div className={form.foot}>
        <OpenInEditor variant="filled" projectRef={projectRef} name={`Policy for ${table.name}`} sql={sql} />
      </div>
    </>
  );
}

const WHY_TABLE = 'Row level security is off: whoever has a key reaches all rows. Switch it on:';
const WHY_NOT_PROTECTED =
  'Row level security is not available for it: whoever has a key reaches all rows. Revoke the grants:';

const WHY_EXPOSED: Record<ApiTable['kind'], ReactNode> = {
  table: WHY_TABLE,
  'partitioned table': WHY_TABLE,
  view: 'The view reads with the rights of its owner, bypassing the policies of its tables. Let it read with the rights of whoever asks:',
  'materialized view': WHY_NOT_PROTECTED,
  'foreign table': WHY_NOT_PROTECTED,
};
