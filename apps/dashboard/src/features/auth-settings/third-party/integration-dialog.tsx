import '../../../theme/dialog.ts';
import { Button, Modal, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { fieldErrors } from '../../../lib/field-errors.ts';
import { useAction } from '../../../lib/use-action.ts';
import { LabelledChoice } from '../../../ui/fields/labelled-choice.tsx';
import form from '../../../ui/form.module.css';
import { Notice } from '../../../ui/pages/notice.tsx';
import { UnsavedGuard } from '../../../ui/unsaved/unsaved-guard.tsx';
import { ISSUER_KINDS } from './issuer-kinds.ts';

const KINDS = [
  ...ISSUER_KINDS.map(({ value, label }) => ({ value, label })),
  { value: 'oidc', label: 'Another OpenID Connect issuer' },
  { value: 'jwks', label: 'The address of its keys (JWKS)' },
  { value: 'custom', label: 'Its keys' },
];

const EMPTY = { kind: 'firebase', name: '', issuer: '', keysUrl: '', keys: '' };

interface IntegrationDialogProps {
  projectRef: string;
  opened: boolean;
  onClose: () => void;
}

/** Lets tokens of another issuer in. */
export function IntegrationDialog({ projectRef, opened, onClose }: IntegrationDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Add integration"
      closeButtonProps={{ 'aria-label': 'Close' }}
      size="lg"
    >
      <IntegrationForm projectRef={projectRef} onClose={onClose} />
    </Modal>
  );
}

function IntegrationForm({ projectRef, onClose }: Omit<IntegrationDialogProps, 'opened'>) {
  const queries = useQueryClient();
  const [draft, setDraft] = useState(EMPTY);
  const [problem, setProblem] = useState<string | null>(null);
  const { run, isRunning, error, reset } = useAction({
    mutation: orpc.thirdPartyAuths.v1Create.mutationOptions(),
    done: 'Added the integration',
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: orpc.thirdPartyAuths.v1List.key() });
      onClose();
    },
  });
  const errors = fieldErrors(error, ['oidc_issuer_url', 'jwks_url', 'custom_jwks']);
  const known = ISSUER_KINDS.find(({ value }) => value === draft.kind);

  function edit(changes: Partial<typeof EMPTY>) {
    setDraft({ ...draft, ...changes });
    setProblem(null);
    reset();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isRunning) return;
    const found = sourceOf(draft);
    if (typeof found === 'string') setProblem(found);
    else void run({ ref: projectRef, ...found });
  }

  const field = (name: 'name' | 'issuer' | 'keysUrl' | 'keys') => ({
    value: draft[name],
    onChange: (event: { currentTarget: { value: string } }) => edit({ [name]: event.currentTarget.value }),
    autoComplete: 'off',
    spellCheck: false,
  });

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <UnsavedGuard
        when={JSON.stringify({ ...draft, kind: EMPTY.kind }) !== JSON.stringify(EMPTY) && !isRunning}
      />
      <LabelledChoice
        label="Issuer of the tokens"
        options={KINDS}
        value={draft.kind}
        onChange={(kind) => edit({ kind })}
      />
      {known !== undefined && (
        <TextInput
          label={known.field}
          description={known.description}
          placeholder={known.placeholder}
          error={problem ?? errors.oidc_issuer_url}
          {...field('name')}
        />
      )}
      {draft.kind === 'jwks' && (
        <TextInput
          label="Address of the keys"
          description="It answers with a JWK Set, and is asked again every ten minutes."
          placeholder="https://id.example.com/.well-known/jwks.json"
          error={problem ?? errors.jwks_url}
          {...field('keysUrl')}
        />
      )}
      {draft.kind === 'custom' && (
        <Textarea
          label="Keys"
          description="A JWK Set with public keys: RSA, EC or Ed25519."
          placeholder={'{ "keys": [{ "kty": "EC", … }] }'}
          error={problem ?? errors.custom_jwks}
          rows={6}
          {...field('keys')}
        />
      )}
      {known === undefined && (
        <TextInput
          label="Issuer"
          description={
            draft.kind === 'oidc'
              ? 'As its tokens name it (iss). Its keys are found by its description, and read again every ten minutes.'
              : 'As its tokens name it (iss). Left empty, whatever they name is taken: name it where others have the same keys.'
          }
          placeholder="https://id.example.com"
          error={(draft.kind === 'oidc' ? problem : null) ?? errors.oidc_issuer_url}
          {...field('issuer')}
        />
      )}
      {errors.general !== null && <Notice tone="danger">{errors.general}</Notice>}
      <div className={form.foot}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="filled" loading={isRunning}>
          Add integration
        </Button>
      </div>
    </form>
  );
}

/** What the server is asked with, or what is missing. */
function sourceOf({ kind, name, issuer, keysUrl, keys }: typeof EMPTY) {
  const known = ISSUER_KINDS.find(({ value }) => value === kind);
  if (known !== undefined)
    return name.trim() === '' ? 'This is needed.' : { oidc_issuer_url: known.issuerOf(name.trim()) };
  const named = issuer.trim() === '' ? {} : { oidc_issuer_url: issuer.trim() };
  if (kind === 'oidc') return issuer.trim() === '' ? 'This is needed.' : named;
  if (kind === 'jwks')
    return keysUrl.trim() === '' ? 'This is needed.' : { ...named, jwks_url: keysUrl.trim() };
  const set = readKeys(keys);
  return set === null ? 'These must be JSON with a list named keys.' : { ...named, custom_jwks: set };
}

function readKeys(text: string): { keys: { kty: string }[] } | null {
  try {
    const set: unknown = JSON.parse(text);
    return Array.isArray((set as { keys?: unknown } | null)?.keys)
      ? (set as { keys: { kty: string }[] })
      : null;
  } catch {
    return null;
  }
}
