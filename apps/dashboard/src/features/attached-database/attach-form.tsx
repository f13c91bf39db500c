import type { Organization, RemoteOffer } from '@basalt/contract';
import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { fieldErrors } from '../../lib/field-errors.ts';
import { useAction } from '../../lib/use-action.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import form from '../../ui/form.module.css';
import { Notice } from '../../ui/pages/notice.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { OfferView } from './offer-view.tsx';
import {
  NO_SERVER,
  SERVER_FIELDS,
  type ServerDraft,
  type ServerField,
  serverInput,
  serverProblems,
} from './server-draft.ts';
import { ServerFields } from './server-fields.tsx';

type Problems = Partial<Record<ServerField | 'name', string>>;

/** Makes a project of a database that somebody else runs: it is looked at first, then attached. */
export function AttachForm({ organization: { slug } }: { organization: Organization }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [draft, setDraft] = useState(NO_SERVER);
  const [problems, setProblems] = useState<Problems>({});
  /** What the server offers that is typed now; null: it was not looked at yet. */
  const [offer, setOffer] = useState<RemoteOffer | null>(null);
  const check = useAction({ mutation: orpc.attachedDatabases.check.mutationOptions() });
  const attach = useAction({
    mutation: orpc.attachedDatabases.attach.mutationOptions(),
    onDone: async ({ ref }) => {
      void queries.invalidateQueries({ queryKey: orpc.projects.list.key() });
      void queries.invalidateQueries({ queryKey: orpc.organizations.key() });
      await navigate({ to: '/project/$ref', params: { ref } });
    },
  });
  const failure = check.error ?? attach.error;
  const errors = fieldErrors(failure, ['name', ...SERVER_FIELDS]);
  const isAttachable = offer?.problems.length === 0;
  const isRunning = check.isRunning || attach.isRunning;

  function forgetProblems() {
    setProblems({});
    check.reset();
    attach.reset();
  }
  function changeServer(part: Partial<ServerDraft>) {
    setDraft((current) => ({ ...current, ...part }));
    setOffer(null);
    forgetProblems();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isRunning) return;
    const found: Problems = {
      ...(isAttachable && name.trim() === '' ? { name: 'Enter a name.' } : {}),
      ...serverProblems(draft),
    };
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    attach.reset();
    if (isAttachable) await attach.run({ slug, name: name.trim(), ...serverInput(draft) });
    else setOffer((await check.run({ slug, ...serverInput(draft) })) ?? null);
  }

  return (
    <form className={form.form} onSubmit={(event) => void submit(event)} noValidate>
      <UnsavedGuard when={(name.trim() !== '' || draft !== NO_SERVER) && !attach.isRunning} />
      <Section
        title="What happens in the database"
        description="Basalt adds the schemas auth, storage, realtime, graphql_public and basalt, and roles that its services log in with; nothing of yours is changed. When the project is deleted for good, they are taken out again."
      />
      <Section title="Project and database">
        <div className={form.form}>
          <TextInput
            label="Name of the project"
            placeholder="My project"
            autoFocus
            autoComplete="off"
            value={name}
            error={problems.name ?? errors.name}
            onChange={(event) => {
              setName(event.currentTarget.value);
              forgetProblems();
            }}
          />
          <ServerFields draft={draft} onChange={changeServer} errors={{ ...errors, ...problems }} />
        </div>
      </Section>
      {offer && <OfferView offer={offer} />}
      {errors.general !== null && <Notice tone="danger">{errors.general}</Notice>}
      <div className={form.foot}>
        <ButtonLink to="/new/$slug" params={{ slug }}>
          Cancel
        </ButtonLink>
        <Button type="submit" variant="filled" loading={isRunning}>
          {isAttachable ? 'Attach database' : offer ? 'Check again' : 'Check'}
        </Button>
      </div>
    </form>
  );
}
