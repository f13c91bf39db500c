import type { PoolerSettings, Project } from '@basalt/contract';
import { TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { fieldErrors } from '../../lib/field-errors.ts';
import { useAction } from '../../lib/use-action.ts';
import { FactList } from '../../ui/lists/fact-list.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { SaveForm } from '../../ui/save-form.tsx';
import { POOL_SIZE, sizeOf, sizeProblem, sizeText } from './pool-size.ts';

/** How many connections of the database the clients of the transaction pooler share. */
export function PoolerSection({ project }: { project: Project }) {
  const { data, error, refetch } = useQuery(
    orpc.database.poolerSettings.queryOptions({ input: { ref: project.ref } }),
  );
  return (
    <Section
      title="Connection pooling"
      description="A client of the transaction pooler has a connection of the database from the beginning of a transaction to its end. Then others take their turn."
    >
      {data === undefined && error !== null && (
        <ErrorState
          error={error}
          title="The settings of the pooler could not be loaded"
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && error === null && (
        <div role="status" aria-label="Loading the settings of the pooler">
          <Skeleton height={140} radius={6} />
        </div>
      )}
      {data?.is_open === false && (
        <Notice tone="info">
          <p>
            {project.kept_by === null
              ? 'The transaction pooler is not open on this installation.'
              : 'This installation keeps no pooler beside databases in Kubernetes.'}
          </p>
        </Notice>
      )}
      {data?.is_open && <PoolSizeForm project={project} settings={data} />}
    </Section>
  );
}

interface PoolSizeFormProps {
  project: Project;
  settings: PoolerSettings;
}

function PoolSizeForm({ project, settings }: PoolSizeFormProps) {
  const { ref, abilities } = project;
  const { pool_size, default_pool_size, max_pool_size, max_connections, max_clients } = settings;
  /** Null: as it is saved. */
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const queries = useQueryClient();
  const { run, isRunning, error, reset } = useAction({
    mutation: orpc.database.v1UpdatePoolerConfig.mutationOptions(),
    done: 'Saved the pool size',
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: orpc.database.poolerSettings.key({ input: { ref } }) });
      edit(null);
    },
  });
  const text = typed ?? sizeText(settings);
  const isChanged = text.trim() !== sizeText(settings);
  const isLocked = !abilities.update_project;
  const errors = fieldErrors(error, ['default_pool_size']);

  function edit(next: string | null) {
    setTyped(next);
    setProblem(null);
    reset();
  }

  function submit() {
    const found = sizeProblem(settings, text);
    setProblem(found);
    if (isChanged && found === null) void run({ ref, default_pool_size: sizeOf(text) });
  }

  return (
    <SaveForm
      label="Connection pooling"
      changed={isChanged ? [POOL_SIZE.label] : []}
      isRunning={isRunning}
      refusal={errors.general}
      isLocked={isLocked}
      onSubmit={submit}
      onDiscard={() => edit(null)}
    >
      {isLocked && (
        <Notice tone="info">
          <p>You need additional permissions to change the pool size.</p>
        </Notice>
      )}
      {pool_size !== null && pool_size > max_pool_size && (
        <Notice tone="warn">
          <p>
            It was set for a bigger database. This one leaves {max_pool_size} connections to clients, and so
            many are shared.
          </p>
        </Notice>
      )}
      <TextInput
        label={POOL_SIZE.label}
        description={`${POOL_SIZE.description} Left empty, it is ${default_pool_size} and follows the compute size.`}
        placeholder={String(default_pool_size)}
        inputMode="numeric"
        value={text}
        readOnly={isLocked}
        error={problem ?? errors.default_pool_size}
        onChange={(event) => edit(event.currentTarget.value)}
        autoComplete="off"
      />
      <FactList
        facts={[
          {
            label: 'Database connections',
            value: `${max_connections}, of which ${max_pool_size} are left to direct connections and the pool`,
          },
          { label: 'Clients at once', value: `Up to ${max_clients.toLocaleString('en')}` },
        ]}
      />
    </SaveForm>
  );
}
