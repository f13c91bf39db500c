import '../../../theme/dialog.ts';
import type { CustomProvider } from '@basalt/contract';
import { Button, Modal, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { useAction } from '../../../lib/use-action.ts';
import { LabelledChoice } from '../../../ui/fields/labelled-choice.tsx';
import { PairsField } from '../../../ui/fields/pairs-field.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { SwitchField } from '../../../ui/fields/switch-field.tsx';
import form from '../../../ui/form.module.css';
import { Notice } from '../../../ui/pages/notice.tsx';
import { UnsavedGuard } from '../../../ui/unsaved/unsaved-guard.tsx';
import { IssuerFields } from './issuer-fields.tsx';
import { detailsOf, draftOf, PREFIX, type ProviderDraft, problemsOf } from './provider-draft.ts';

interface ProviderDialogProps {
  projectRef: string;
  /** The provider to change; null for a new one. */
  provider: CustomProvider | null;
  opened: boolean;
  onClose: () => void;
}

/** Adds or changes a provider of the project's own. */
export function ProviderDialog({ opened, onClose, ...rest }: ProviderDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={rest.provider === null ? 'Add provider' : 'Edit provider'}
      closeButtonProps={{ 'aria-label': 'Close' }}
      size="lg"
    >
      <ProviderForm onClose={onClose} {...rest} />
    </Modal>
  );
}

const KINDS = [
  { value: 'oidc', label: 'OpenID Connect' },
  { value: 'oauth2', label: 'OAuth 2' },
];
const ADDRESSES = [
  { field: 'authorizationUrl', label: 'Authorization address', description: 'Where people sign in.' },
  { field: 'tokenUrl', label: 'Token address', description: 'Where a code becomes a token.' },
  { field: 'userinfoUrl', label: 'User address', description: 'Which says whose token it is, in JSON.' },
] as const;

function ProviderForm({ projectRef, provider, onClose }: Omit<ProviderDialogProps, 'opened'>) {
  const queries = useQueryClient();
  const [before] = useState(() => draftOf(provider));
  const [draft, setDraft] = useState(before);
  const [problems, setProblems] = useState<ReturnType<typeof problemsOf>>({});
  const edit = (changes: Partial<ProviderDraft>) => setDraft({ ...draft, ...changes });
  const onDone = async () => {
    await queries.invalidateQueries({ queryKey: orpc.customProviders.list.key() });
    onClose();
  };
  const create = useAction({
    mutation: orpc.customProviders.create.mutationOptions(),
    done: 'Added the provider',
    onDone,
  });
  const update = useAction({
    mutation: orpc.customProviders.update.mutationOptions(),
    done: 'Saved the provider',
    onDone,
  });
  const { error } = provider === null ? create : update;
  const isRunning = create.isRunning || update.isRunning;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isRunning) return;
    const found = problemsOf(draft, provider);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const details = { ref: projectRef, ...detailsOf(draft, provider) };
    if (provider !== null) void update.run({ ...details, identifier: provider.identifier });
    else
      void create.run({ ...details, provider_type: draft.type, identifier: `${PREFIX}${draft.identifier}` });
  }

  const field = (name: TextName) => ({
    value: draft[name],
    error: problems[name],
    onChange: (event: { currentTarget: { value: string } }) => edit({ [name]: event.currentTarget.value }),
    autoComplete: 'off',
    spellCheck: false,
  });

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <UnsavedGuard when={JSON.stringify(draft) !== JSON.stringify(before) && !isRunning} />
      {provider === null && (
        <>
          <LabelledChoice
            label="Kind"
            options={KINDS}
            value={draft.type}
            onChange={(type) => edit({ type: type === 'oauth2' ? 'oauth2' : 'oidc' })}
          />
          <TextInput
            label="Identifier"
            description="What applications call it, after custom:. It cannot be changed later."
            placeholder="quarry"
            {...field('identifier')}
          />
        </>
      )}
      <TextInput label="Name" placeholder="Quarry" {...field('name')} />
      {draft.type === 'oidc' ? (
        <IssuerFields projectRef={projectRef} draft={draft} edit={edit} error={problems.issuer} />
      ) : (
        ADDRESSES.map(({ field: name, label, description }) => (
          <TextInput
            key={name}
            label={label}
            description={description}
            placeholder="https://"
            {...field(name)}
          />
        ))
      )}
      <TextInput label="Client ID" {...field('clientId')} />
      <PasswordField
        label="Client secret"
        {...(provider === null ? {} : { description: 'Left empty, it stays as it is.' })}
        value={draft.secret}
        error={problems.secret}
        onChange={(secret) => edit({ secret })}
        meter={false}
        autoComplete="off"
      />
      <TextInput
        label="Scopes"
        description={
          draft.type === 'oidc' ? 'Separated by spaces. Empty: openid email profile.' : 'Separated by spaces.'
        }
        {...field('scopes')}
      />
      <PairsField
        label="Attributes"
        noun="attribute"
        placeholders={['email', 'Claim of the provider']}
        pairs={draft.attributes}
        onChange={(attributes) => edit({ attributes })}
      />
      <PairsField
        label="Further parameters"
        noun="parameter"
        placeholders={['audience', 'Value']}
        pairs={draft.parameters}
        onChange={(parameters) => edit({ parameters })}
      />
      <Textarea
        label="Claims to keep"
        description="One per line. They stand in the user’s custom_claims as they came."
        placeholder="groups"
        rows={2}
        {...field('keptClaims')}
      />
      <Textarea
        label="Further client IDs"
        description="Of apps that sign in with an ID token they got themselves. One per line."
        rows={2}
        {...field('furtherClients')}
      />
      <SwitchField
        label="Accept users without an e-mail address"
        checked={draft.isEmailOptional}
        onChange={(isEmailOptional) => edit({ isEmailOptional })}
      />
      <SwitchField
        label="Use PKCE"
        description="Off only for servers that refuse parameters they do not know."
        checked={draft.usesPkce}
        onChange={(usesPkce) => edit({ usesPkce })}
      />
      {draft.type === 'oidc' && (
        <SwitchField
          label="Skip the nonce check"
          description="Less safe. Only for apps that cannot set a nonce."
          checked={draft.skipsNonce}
          onChange={(skipsNonce) => edit({ skipsNonce })}
        />
      )}
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      <div className={form.foot}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="filled" loading={isRunning}>
          {provider === null ? 'Add provider' : 'Save'}
        </Button>
      </div>
    </form>
  );
}

type TextName = {
  [N in keyof ProviderDraft]: ProviderDraft[N] extends string ? N : never;
}[Exclude<keyof ProviderDraft, 'type'>];
