import '../../../theme/dialog.ts';
import { NAME_ID_FORMATS, type SsoProvider } from '@basalt/contract';
import { Button, Input, Modal, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { useAction } from '../../../lib/use-action.ts';
import { ChoiceField } from '../../../ui/fields/choice-field.tsx';
import { LabelledChoice } from '../../../ui/fields/labelled-choice.tsx';
import { type Pair, PairsField } from '../../../ui/fields/pairs-field.tsx';
import form from '../../../ui/form.module.css';
import { Notice } from '../../../ui/pages/notice.tsx';
import { UnsavedGuard } from '../../../ui/unsaved/unsaved-guard.tsx';
import { keysOf, pairsOf } from './attribute-pairs.ts';

interface ProviderDialogProps {
  projectRef: string;
  /** The provider to change; null for a new one. */
  provider: SsoProvider | null;
  opened: boolean;
  onClose: () => void;
}

/** Adds or changes an identity provider. */
export function ProviderDialog({ opened, onClose, ...rest }: ProviderDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={rest.provider === null ? 'Add identity provider' : 'Edit identity provider'}
      closeButtonProps={{ 'aria-label': 'Close' }}
      size="lg"
    >
      <ProviderForm onClose={onClose} {...rest} />
    </Modal>
  );
}

const SOURCES = [
  { value: 'url', label: 'An address' },
  { value: 'xml', label: 'XML' },
];
const FORMATS = [
  { value: '', label: 'Persistent, unless the provider chooses' },
  ...NAME_ID_FORMATS.map((value) => ({ value, label: value.slice(value.lastIndexOf(':') + 1) })),
];

function ProviderForm({ projectRef, provider, onClose }: Omit<ProviderDialogProps, 'opened'>) {
  const queries = useQueryClient();
  const before = {
    source: provider !== null && provider.saml.metadata_url === undefined ? 'xml' : 'url',
    url: provider?.saml.metadata_url ?? '',
    xml: '',
    domains: provider?.domains.map(({ domain }) => domain).join('\n') ?? '',
    format: provider?.saml.name_id_format ?? '',
  };
  const keys = provider?.saml.attribute_mapping?.keys ?? {};
  const [draft, setDraft] = useState(before);
  const [pairs, setPairs] = useState<readonly Pair[]>(() => pairsOf(keys));
  const [problem, setProblem] = useState<string | null>(null);
  const edit = (changes: Partial<typeof before>) => setDraft({ ...draft, ...changes });
  const onDone = async () => {
    await queries.invalidateQueries({ queryKey: orpc.ssoProviders.v1List.key() });
    onClose();
  };
  const create = useAction({
    mutation: orpc.ssoProviders.v1Create.mutationOptions(),
    done: 'Added the identity provider',
    onDone,
  });
  const update = useAction({
    mutation: orpc.ssoProviders.v1Update.mutationOptions(),
    done: 'Saved the identity provider',
    onDone,
  });
  const { error } = provider === null ? create : update;
  const isRunning = create.isRunning || update.isRunning;
  const mapping = { keys: keysOf(pairs, keys) };
  const isChanged =
    JSON.stringify([draft, mapping]) !== JSON.stringify([before, { keys: keysOf(pairsOf(keys), keys) }]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isRunning) return;
    const given = (draft.source === 'url' ? draft.url : draft.xml).trim();
    const isKept = provider !== null && (given === '' || (draft.source === 'url' && given === before.url));
    setProblem(given === '' && !isKept ? 'Enter the metadata of the identity provider.' : null);
    if (given === '' && !isKept) return;
    const details = {
      ref: projectRef,
      domains: draft.domains.split(/[\s,]+/).filter((domain) => domain !== ''),
      attribute_mapping: mapping,
      ...(isKept ? {} : draft.source === 'url' ? { metadata_url: given } : { metadata_xml: given }),
      ...(draft.format === '' ? {} : { name_id_format: draft.format as (typeof NAME_ID_FORMATS)[number] }),
    };
    if (provider === null) void create.run({ ...details, type: 'saml' });
    else void update.run({ ...details, provider_id: provider.id });
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <UnsavedGuard when={isChanged && !isRunning} />
      <Input.Wrapper
        label="Metadata"
        labelElement="div"
        description="What the identity provider says about itself."
      >
        <div>
          <ChoiceField
            label="Metadata are given as"
            options={SOURCES}
            value={draft.source}
            onChange={(source) => edit({ source })}
          />
        </div>
      </Input.Wrapper>
      {draft.source === 'url' ? (
        <TextInput
          label="Address of the metadata"
          description="Fetched now, and again every day."
          placeholder="https://idp.example.com/metadata"
          value={draft.url}
          error={problem}
          onChange={(event) => edit({ url: event.currentTarget.value })}
          autoComplete="off"
          spellCheck={false}
        />
      ) : (
        <Textarea
          label="XML of the metadata"
          {...(provider === null ? {} : { description: 'Left empty, they stay as they are.' })}
          placeholder="<EntityDescriptor …"
          value={draft.xml}
          error={problem}
          onChange={(event) => edit({ xml: event.currentTarget.value })}
          rows={5}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <Textarea
        label="Domains"
        description="One per line. Whoever signs in with one of them is sent to this provider."
        placeholder="example.com"
        value={draft.domains}
        onChange={(event) => edit({ domains: event.currentTarget.value })}
        rows={2}
        autoComplete="off"
        spellCheck={false}
      />
      <PairsField
        label="Attributes"
        noun="attribute"
        placeholders={['full_name', 'Attributes of the provider']}
        pairs={pairs}
        onChange={setPairs}
      />
      <LabelledChoice
        label="Name ID"
        description="How the provider is asked to name people. Accounts are found by it: do not change it later."
        options={FORMATS}
        value={draft.format}
        onChange={(format) => edit({ format })}
      />
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      <div className={form.foot}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="filled" loading={isRunning}>
          {provider === null ? 'Add identity provider' : 'Save'}
        </Button>
      </div>
    </form>
  );
}
