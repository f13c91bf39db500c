import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, orpc } from '../../../api/client.ts';
import { GuardedButton } from '../../../ui/guarded-button.tsx';
import { FactList } from '../../../ui/lists/fact-list.tsx';
import { nameColumn } from '../../../ui/lists/name-column.tsx';
import { SidePanel } from '../../../ui/pages/side-panel.tsx';
import { Tag } from '../../../ui/status/tag.tsx';
import { Definition } from '../shared/definition.tsx';
import { useChangeReason } from '../shared/object-actions.tsx';
import { ObjectPage } from '../shared/object-page.tsx';
import { ObjectPanel } from '../shared/object-panel.tsx';
import { schemasOf, useObjectSearch } from '../shared/object-search.ts';
import { type FunctionObject, inSchemas } from '../shared/objects.ts';
import { useObjectPanel } from '../shared/use-object-panel.ts';
import { usePaged } from '../shared/use-paged.ts';
import { FunctionForm } from './function-form.tsx';

/** Functions and procedures of the database. */
export function FunctionsPage({ projectRef }: { projectRef: string }) {
  const [search] = useObjectSearch();
  const schemas = schemasOf(search);
  const input = inSchemas(projectRef, schemas);
  const list = usePaged<FunctionObject>({
    queryKey: orpc.schemaApi.listFunctions.queryKey({ input }),
    load: (page, signal) => api.schemaApi.listFunctions({ ...input, ...page }, { signal }),
    isWhole: search.q !== undefined,
  });
  const panel = useObjectPanel();
  const reason = useChangeReason(projectRef)(schemas);
  return (
    <ObjectPage<FunctionObject>
      projectRef={projectRef}
      title="Functions"
      description="Functions and procedures that SQL, triggers and the Data API can call."
      noun={['function', 'functions']}
      list={list}
      hasSchemas
      actions={
        <GuardedButton variant="filled" reason={reason} onClick={panel.create}>
          New function
        </GuardedButton>
      }
      idOf={({ id }) => String(id)}
      textOf={({ schema, name, argument_types }) => `${schema}.${name}(${argument_types})`}
      columns={[
        nameColumn('minmax(0, 2fr)', ({ id, name, schema }) => ({ id, name, title: `${schema}.${name}` })),
        {
          key: 'arguments',
          header: 'Arguments',
          width: 'minmax(0, 2fr)',
          isMinor: true,
          render: ({ argument_types: text }) => <code title={text}>{text === '' ? '–' : text}</code>,
        },
        {
          key: 'returns',
          header: 'Returns',
          width: 'minmax(0, 1fr)',
          render: ({ return_type: text, kind }) => (
            <code title={text}>{kind === 'procedure' ? 'procedure' : text}</code>
          ),
        },
        {
          key: 'rights',
          header: 'Runs as',
          width: '90px',
          isMinor: true,
          render: ({ security_definer: isDefiner }) =>
            isDefiner ? <Tag tone="warn">Owner</Tag> : <Tag>Caller</Tag>,
        },
      ]}
      empty={{
        title: 'No functions here',
        text: 'A function keeps logic beside the data: call it from SQL, from a trigger, or over the Data API as rpc.',
        action: reason === null && <Button onClick={panel.create}>Create the first function</Button>,
      }}
    >
      <FunctionPanel projectRef={projectRef} />
      <SidePanel opened={panel.isNew} title="New function" onClose={panel.close}>
        <FunctionForm
          projectRef={projectRef}
          schema={schemas ?? 'public'}
          existing={null}
          onDone={panel.endForm}
          onCancel={panel.leaveForm}
        />
      </SidePanel>
    </ObjectPage>
  );
}

function FunctionPanel({ projectRef }: { projectRef: string }) {
  const panel = useObjectPanel();
  const { open } = panel;
  const asked = useQuery({
    ...orpc.schemaApi.getFunction.queryOptions({ input: { ref: projectRef, id: open ?? '0' } }),
    enabled: open !== undefined,
    retry: false,
  });
  const reasonFor = useChangeReason(projectRef);
  return (
    <ObjectPanel<FunctionObject>
      panel={panel}
      noun="function"
      asked={asked}
      titleOf={({ schema, name }) => `${schema}.${name}`}
      reasonOf={({ schema }) => reasonFor(schema)}
      form={(found) => (
        <FunctionForm
          key={found.id}
          projectRef={projectRef}
          schema={found.schema}
          existing={found}
          onDone={panel.endForm}
          onCancel={panel.leaveForm}
        />
      )}
      drop={(found) => ({
        text: 'Whatever calls it fails from then on.',
        definition: found.complete_statement,
        send: (query) =>
          api.schemaChanges.deleteFunction({
            params: { ref: projectRef, id: String(found.id) },
            query,
          }),
      })}
    >
      {(found) => (
        <>
          <FactList
            facts={[
              { label: 'Arguments', value: <code>{found.argument_types || 'none'}</code> },
              { label: 'Returns', value: <code>{found.return_type}</code> },
              { label: 'Language', value: found.language },
              { label: 'Volatility', value: VOLATILITY[found.behavior] },
              {
                label: 'Runs with rights of',
                value: found.security_definer
                  ? 'its owner (security definer)'
                  : 'whoever calls it (security invoker)',
              },
              ...Object.entries(found.config_params ?? {}).map(([name, value]) => ({
                label: name,
                value: <code>{value === '' ? "''" : value}</code>,
              })),
            ]}
          />
          <Definition projectRef={projectRef} name={found.name} sql={found.complete_statement} />
        </>
      )}
    </ObjectPanel>
  );
}

const VOLATILITY = {
  IMMUTABLE: 'Immutable: the same arguments always give the same result',
  STABLE: 'Stable: reads the database and changes nothing',
  VOLATILE: 'Volatile: may change the database',
} as const;
