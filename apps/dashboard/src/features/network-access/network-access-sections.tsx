import type { NetworkRestrictions, Project } from '@basalt/contract';
import { Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import { SwitchField } from '../../ui/fields/switch-field.tsx';
import form from '../../ui/form.module.css';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { SaveForm } from '../../ui/save-form.tsx';
import { EVERYBODY, toLines, toLists } from './block-lines.ts';
import { ALLOWED, ENFORCE, RESTRICT } from './labels.ts';

/** Who reaches the database over the network: encrypted or not, and from where. */
export function NetworkAccessSections({ project }: { project: Project }) {
  const { ref } = project;
  const ssl = useQuery(orpc.networkAccess.v1GetSslEnforcement.queryOptions({ input: { ref } }));
  const restrictions = useQuery(orpc.networkAccess.v1GetRestrictions.queryOptions({ input: { ref } }));
  const error = ssl.error ?? restrictions.error;
  if (ssl.data !== undefined && restrictions.data !== undefined)
    return (
      <>
        <SslSection project={project} isEnforced={ssl.data.currentConfig.database} />
        <RestrictionsSection project={project} restrictions={restrictions.data} />
      </>
    );
  return (
    <Section title="SSL and network restrictions">
      {error === null ? (
        <div role="status" aria-label="Loading who reaches the database">
          <Skeleton height={120} radius={6} />
        </div>
      ) : (
        <ErrorState
          error={error}
          title="Who reaches the database could not be loaded"
          onRetry={() => void Promise.all([ssl.refetch(), restrictions.refetch()])}
        />
      )}
    </Section>
  );
}

function SslSection({ project, isEnforced }: { project: Project; isEnforced: boolean }) {
  const { ref, abilities } = project;
  const queries = useQueryClient();
  const { run, isRunning, error } = useAction({
    mutation: orpc.networkAccess.v1UpdateSslEnforcement.mutationOptions(),
    done: isEnforced ? 'SSL is no longer enforced' : 'SSL is enforced',
    onDone: () =>
      queries.invalidateQueries({
        queryKey: orpc.networkAccess.v1GetSslEnforcement.key({ input: { ref } }),
      }),
  });
  return (
    <Section
      title="SSL"
      description="Both the direct connection and the pooler offer SSL. Clients that ask for it (sslmode=require) get it either way."
    >
      <div className={form.form}>
        {error !== null && <Notice tone="danger">{error.message}</Notice>}
        <SwitchField
          {...ENFORCE}
          checked={isEnforced}
          disabled={isRunning || !abilities.update_project}
          onChange={(database) => void run({ ref, requestedConfig: { database } })}
        />
      </div>
    </Section>
  );
}

interface RestrictionsProps {
  project: Project;
  restrictions: NetworkRestrictions;
}

function RestrictionsSection({ project, restrictions }: RestrictionsProps) {
  const { ref, abilities } = project;
  const saved = toLines(restrictions.config);
  /** Null: everybody; undefined: nothing was changed. */
  const [draft, setDraft] = useState<string | null | undefined>(undefined);
  const queries = useQueryClient();
  const { run, isRunning, error, reset } = useAction({
    mutation: orpc.networkAccess.v1ApplyRestrictions.mutationOptions(),
    done: 'Network restrictions apply from now on',
    onDone: async () => {
      await queries.invalidateQueries({
        queryKey: orpc.networkAccess.v1GetRestrictions.key({ input: { ref } }),
      });
      setDraft(undefined);
    },
  });
  const lines = draft === undefined ? saved : draft;
  const isChanged = lines !== saved;
  const isLocked = !abilities.update_project;
  const changed = !isChanged ? [] : [(lines === null) === (saved === null) ? ALLOWED.label : RESTRICT.label];

  function edit(next: string | null) {
    setDraft(next);
    reset();
  }

  function submit() {
    if (isChanged) void run({ ref, ...(lines === null ? EVERYBODY : toLists(lines)) });
  }

  return (
    <Section
      title="Network restrictions"
      description="Which addresses may connect to the database, directly or through the pooler. The machine that Basalt runs on always may. The API is not restricted."
    >
      <SaveForm
        label="Network restrictions"
        changed={changed}
        isRunning={isRunning}
        refusal={error?.message ?? null}
        isLocked={isLocked}
        onSubmit={submit}
        onDiscard={() => edit(saved)}
      >
        <SwitchField
          {...RESTRICT}
          checked={lines !== null}
          disabled={isLocked || isRunning}
          onChange={(isOn) => edit(isOn ? (saved ?? '') : null)}
        />
        {lines !== null && (
          <Textarea
            {...ALLOWED}
            value={lines}
            readOnly={isLocked}
            autosize
            minRows={3}
            maxRows={12}
            spellCheck={false}
            onChange={(event) => edit(event.currentTarget.value)}
          />
        )}
      </SaveForm>
    </Section>
  );
}
