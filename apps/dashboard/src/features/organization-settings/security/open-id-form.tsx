import { OPEN_ID_JOIN_ROLES, type OpenIdJoinRole, type OrganizationOpenId } from '@basalt/contract';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { fieldErrors } from '../../../lib/field-errors.ts';
import { useAction } from '../../../lib/use-action.ts';
import { CodeLine } from '../../../ui/copy/code-line.tsx';
import { ChoiceField } from '../../../ui/fields/choice-field.tsx';
import { Labelled } from '../../../ui/fields/labelled.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import form from '../../../ui/form.module.css';
import { Notice } from '../../../ui/pages/notice.tsx';
import { UnsavedGuard } from '../../../ui/unsaved/unsaved-guard.tsx';

const NOBODY = 'nobody';
const JOIN_OPTIONS = [
  { value: NOBODY, label: 'Nobody: they wait for an invitation' },
  ...OPEN_ID_JOIN_ROLES.map((role) => ({ value: role, label: `As ${role}` })),
];

interface OpenIdFormProps {
  slug: string;
  settings: OrganizationOpenId;
  onSaved: (settings: OrganizationOpenId) => void;
  /** What takes the provider away, where there is one. */
  remove: ReactNode;
}

/** Which provider, as which client, and for which domains. */
export function OpenIdForm({
  slug,
  settings: { provider, return_address },
  onSaved,
  remove,
}: OpenIdFormProps) {
  const [first] = useState({
    name: provider?.name ?? '',
    issuer: provider?.issuer ?? '',
    clientId: provider?.client_id ?? '',
    secret: '',
    domains: provider?.domains.map(({ domain }) => domain).join(', ') ?? '',
    joinRole: (provider?.join_role ?? NOBODY) as OpenIdJoinRole | typeof NOBODY,
  });
  const [draft, setDraft] = useState(first);
  const set = (change: Partial<typeof first>) => setDraft((before) => ({ ...before, ...change }));
  const save = useAction({
    mutation: orpc.openId.save.mutationOptions(),
    done: 'Saved the provider',
    onDone: onSaved,
  });
  const isSame = Object.entries(first).every(([key, value]) => draft[key as keyof typeof first] === value);
  const errors = fieldErrors(save.error, [
    'name',
    'issuer',
    'client_id',
    'client_secret',
    'domains',
  ] as const);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (save.isRunning) return;
    void save.run({
      slug,
      name: draft.name,
      issuer: draft.issuer,
      client_id: draft.clientId,
      ...(draft.secret === '' ? {} : { client_secret: draft.secret }),
      domains: draft.domains.split(/[\s,]+/).filter((domain) => domain !== ''),
      join_role: draft.joinRole === NOBODY ? null : draft.joinRole,
    });
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <UnsavedGuard when={!isSame && !save.isRunning} />
      {errors.general !== null && <Notice tone="danger">{errors.general}</Notice>}
      <Labelled label="Address to come back to" hint="Register it at the provider.">
        <CodeLine value={return_address} label="Address to come back to" />
      </Labelled>
      <TextInput
        label="Name of the provider"
        description="What people know it by."
        value={draft.name}
        error={errors.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        autoComplete="off"
      />
      <TextInput
        label="Issuer"
        description="Such as https://login.example.com. Addresses of this machine and its network are refused."
        value={draft.issuer}
        error={errors.issuer}
        onChange={(event) => set({ issuer: event.currentTarget.value })}
        autoComplete="off"
        spellCheck={false}
      />
      <TextInput
        label="Client ID"
        value={draft.clientId}
        error={errors.client_id}
        onChange={(event) => set({ clientId: event.currentTarget.value })}
        autoComplete="off"
        spellCheck={false}
      />
      <PasswordField
        label="Client secret"
        description={
          provider === null
            ? 'It is kept sealed and never shown again.'
            : 'One is kept, sealed. Leave this empty to keep it; another issuer needs it again.'
        }
        value={draft.secret}
        error={errors.client_secret}
        onChange={(secret) => set({ secret })}
        meter={false}
        autoComplete="off"
      />
      <TextInput
        label="Domains"
        description="Of the e-mail addresses of your people, separated by commas. Each is verified by a DNS record."
        value={draft.domains}
        error={errors.domains}
        onChange={(event) => set({ domains: event.currentTarget.value })}
        autoComplete="off"
        spellCheck={false}
      />
      <Labelled label="Who signs in and is no member joins" hint="Members keep their role.">
        <ChoiceField
          label="Who signs in and is no member joins"
          value={draft.joinRole}
          options={JOIN_OPTIONS}
          onChange={(joinRole) => set({ joinRole: joinRole as typeof draft.joinRole })}
        />
      </Labelled>
      <div className={form.foot}>
        {remove}
        <Button type="submit" variant="filled" loading={save.isRunning} disabled={isSame}>
          Save
        </Button>
      </div>
    </form>
  );
}
