import type { AttachedDatabase, Project } from '@basalt/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { projectQuery } from '../../api/use-project.ts';
import { OWN_POOLER } from '../../lib/connection-strings.ts';
import { fieldErrors } from '../../lib/field-errors.ts';
import { dayText } from '../../lib/format/moment.ts';
import { useAction } from '../../lib/use-action.ts';
import form from '../../ui/form.module.css';
import { FactList } from '../../ui/lists/fact-list.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { SaveForm } from '../../ui/save-form.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import { SentenceList } from './sentence-list.tsx';
import {
  draftOf,
  SERVER_FIELDS,
  type ServerDraft,
  type ServerField,
  serverInput,
  serverProblems,
  TLS_LABELS,
} from './server-draft.ts';
import { ServerFields } from './server-fields.tsx';

/**
 * Where the attached database of a project is, what is missing on its server, and how to say anew how it is reached.
 * `children`: what can be set for a server that is kept for us.
 */
export function AttachedDatabasePage({ project, children }: { project: Project; children?: ReactNode }) {
  const { ref } = project;
  const { data, error, refetch } = useQuery(orpc.attachedDatabases.get.queryOptions({ input: { ref } }));
  return (
    <Page
      title="Database"
      description={
        project.kept_by === null
          ? 'The database of this project is attached: it is on a server that somebody else runs.'
          : 'The database of this project is in Kubernetes, where CloudNativePG runs its servers.'
      }
      width="narrow"
    >
      {data === undefined && error !== null && (
        <ErrorState error={error} title="The server could not be loaded" onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && (
        <div role="status" aria-label="Loading the database's server">
          <Skeleton height={280} radius={10} />
        </div>
      )}
      {data !== undefined && (
        <>
          <ServerSection server={data} />
          {project.abilities.update_project && project.kept_by === null && (
            <ChangeSection projectRef={ref} server={data} />
          )}
          {children}
        </>
      )}
    </Page>
  );
}

function ServerSection({ server }: { server: AttachedDatabase }) {
  const { host, port, database, user, tls, server_version, limits, pooler, attached_at } = server;
  return (
    <Section title="Server" {...(pooler === null ? {} : { description: `The pooler is ${OWN_POOLER}` })}>
      <div className={form.form}>
        <FactList
          facts={[
            { label: 'Host', value: host, copy: host },
            { label: 'Port', value: String(port) },
            ...(pooler === null
              ? []
              : [
                  {
                    label: 'Pooler',
                    value: `${pooler.host}:${pooler.port}`,
                    copy: `${pooler.host}:${pooler.port}`,
                  },
                ]),
            { label: 'Database', value: database, copy: database },
            { label: 'Role', value: user, copy: user },
            { label: 'TLS', value: TLS_LABELS[tls] },
            { label: 'Version', value: `PostgreSQL ${server_version}` },
            {
              label: 'Since',
              value: (
                <span title={dayText(attached_at)}>
                  <TimeAgo date={attached_at} />
                </span>
              ),
            },
          ]}
        />
        {limits.length > 0 && (
          <Notice tone="info" title="What is missing on this server">
            <SentenceList sentences={limits} />
          </Notice>
        )}
      </div>
    </Section>
  );
}

const LABELS: Record<keyof ServerDraft, string> = {
  host: 'Host',
  port: 'Port',
  database: 'Database',
  user: 'User',
  password: 'Password',
  tls: 'TLS',
  authority: 'Certificate authority',
};

/** For a server that has moved, or a password that was changed there. */
function ChangeSection({ projectRef: ref, server }: { projectRef: string; server: AttachedDatabase }) {
  const queries = useQueryClient();
  const saved = draftOf(server);
  /** Null: as it is saved. */
  const [draft, setDraft] = useState<ServerDraft | null>(null);
  const [problems, setProblems] = useState<Partial<Record<ServerField, string>>>({});
  const update = useAction({
    mutation: orpc.attachedDatabases.update.mutationOptions(),
    done: 'The database is reached that way from now on',
    onDone: (changed) => {
      queries.setQueryData(orpc.attachedDatabases.get.queryKey({ input: { ref } }), changed);
      void queries.invalidateQueries({ queryKey: projectQuery(ref).queryKey });
      setDraft(null);
    },
  });
  const shown = draft ?? saved;
  const errors = fieldErrors(update.error, SERVER_FIELDS);
  const changed = (Object.keys(LABELS) as (keyof ServerDraft)[])
    .filter((name) => shown[name] !== saved[name])
    .map((name) => LABELS[name]);

  function edit(next: ServerDraft | null) {
    setDraft(next);
    setProblems({});
    update.reset();
  }
  function submit() {
    if (changed.length === 0) return;
    const found = serverProblems(shown);
    setProblems(found);
    if (Object.keys(found).length === 0) void update.run({ ref, ...serverInput(shown) });
  }

  return (
    <Section
      title="Change how it is reached"
      description="When the server has moved, or its password was changed there. It must be the same database. It is tried before it is kept; the password has to be entered each time."
    >
      <SaveForm
        label="How it is reached"
        changed={changed}
        isRunning={update.isRunning}
        refusal={errors.general}
        onSubmit={submit}
        onDiscard={() => edit(null)}
      >
        <ServerFields
          draft={shown}
          onChange={(part) => edit({ ...shown, ...part })}
          errors={{ ...errors, ...problems }}
        />
      </SaveForm>
    </Section>
  );
}
