import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, orpc } from '../../../api/client.ts';
import { FactList } from '../../../ui/lists/fact-list.tsx';
import { Definition } from '../shared/definition.tsx';
import { ObjectPanel } from '../shared/object-panel.tsx';
import { useObjectSearch } from '../shared/object-search.ts';
import type { PolicyObject } from '../shared/objects.ts';
import { useObjectPanel } from '../shared/use-object-panel.ts';
import { PolicyForm } from './policy-form.tsx';
import { policySql } from './policy-sql.ts';

/** Everything about one policy. */
interface PolicyPanelProps {
  projectRef: string;
  /** Why a policy in a schema cannot be changed; null when it can. */
  reasonFor: (schema: string) => string | null;
}

/** Everything about the open policy, or the form that changes it. */
export function PolicyPanel({ projectRef, reasonFor }: PolicyPanelProps) {
  const panel = useObjectPanel();
  const [, change] = useObjectSearch();
  const { open } = panel;
  const asked = useQuery({
    ...orpc.schemaApi.getPolicy.queryOptions({ input: { ref: projectRef, id: open ?? '0' } }),
    enabled: open !== undefined,
    retry: false,
  });
  return (
    <ObjectPanel<PolicyObject>
      panel={panel}
      noun="policy"
      asked={asked}
      titleOf={({ name, table }) => `${name} on ${table}`}
      reasonOf={({ schema }) => reasonFor(schema)}
      form={(found) => (
        <PolicyForm
          key={found.id}
          projectRef={projectRef}
          schema={found.schema}
          table={null}
          existing={found}
          onDone={panel.endForm}
          onCancel={panel.leaveForm}
        />
      )}
      drop={(found) => ({
        text:
          found.action === 'RESTRICTIVE'
            ? 'What it forbids is allowed then, as far as other policies let it.'
            : 'Whoever was let in only by it does not get in any more.',
        definition: policySql(found),
        send: (query) =>
          api.schemaChanges.deletePolicy({
            params: { ref: projectRef, id: String(found.id) },
            query,
          }),
      })}
      tools={(found) => (
        <Button onClick={() => change({ open: String(found.table_id), act: 'test' })}>Test as a user</Button>
      )}
    >
      {(found) => (
        <>
          <FactList
            facts={[
              { label: 'Table', value: `${found.schema}.${found.table}` },
              { label: 'Command', value: found.command },
              {
                label: 'For',
                value: found.roles.map((role) => (role === 'public' ? 'everybody' : role)).join(', '),
              },
              {
                label: 'Kind',
                value:
                  found.action === 'RESTRICTIVE'
                    ? 'Restrictive: must hold besides the others'
                    : 'Permissive: one of them is enough',
              },
              ...(found.definition === null
                ? []
                : [{ label: 'Rows it finds', value: <code>{found.definition}</code> }]),
              ...(found.check === null
                ? []
                : [{ label: 'Rows it may leave', value: <code>{found.check}</code> }]),
            ]}
          />
          <Definition projectRef={projectRef} name={found.name} sql={policySql(found)} />
        </>
      )}
    </ObjectPanel>
  );
}
