import type { AiProvider, AiProviderSettings } from '@basalt/contract';
import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { fieldSentence } from '../../../lib/field-errors.ts';
import { useAction } from '../../../lib/use-action.ts';
import { ChoiceField } from '../../../ui/fields/choice-field.tsx';
import { Labelled } from '../../../ui/fields/labelled.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import form from '../../../ui/form.module.css';
import { GuardedButton } from '../../../ui/guarded-button.tsx';
import { Notice } from '../../../ui/pages/notice.tsx';
import { SaveFoot } from '../../../ui/save-foot.tsx';
import { UnsavedGuard } from '../../../ui/unsaved/unsaved-guard.tsx';
import classes from './ai.module.css';
import {
  changedLabels,
  draftOf,
  PROVIDER_LABELS,
  type ProviderDraft,
  providerFaults,
  providerInput,
} from './provider-draft.ts';

const PROVIDERS: ReadonlyArray<{ value: AiProvider; label: string }> = [
  { value: 'openai', label: 'OpenAI' },
  { value: 'anthropic', label: 'Anthropic' },
  { value: 'openai-compatible', label: 'OpenAI-compatible server' },
];

interface ProviderFormProps {
  slug: string;
  settings: AiProviderSettings;
}

/** The provider of an organization: which, where, with which key, and how much it may be asked. */
export function ProviderForm({ slug, settings }: ProviderFormProps) {
  const [first] = useState(() => draftOf(settings));
  const [draft, setDraft] = useState(first);
  const queries = useQueryClient();
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: orpc.assistantProvider.key() }),
      queries.invalidateQueries({ queryKey: orpc.assistant.checkApiKey.key() }),
    ]);
  const save = useAction({
    mutation: orpc.assistantProvider.set.mutationOptions(),
    done: 'Saved the AI provider',
    onDone: refresh,
  });
  const remove = useAction({
    mutation: orpc.assistantProvider.remove.mutationOptions(),
    done: 'Removed the AI provider',
    failed: (message) => `Failed to remove the AI provider: ${message}`,
    onDone: refresh,
  });
  const test = useAction({
    mutation: orpc.assistantProvider.test.mutationOptions(),
    failed: (message) => `Failed to test the AI provider: ${message}`,
  });
  const [answer, setAnswer] = useState<{ ok: boolean; message: string; milliseconds: number } | null>(null);
  const isOwn = settings.source === 'organization';
  const set = (change: Partial<ProviderDraft>) => {
    setDraft((before) => ({ ...before, ...change }));
    save.reset();
  };
  const changed = changedLabels(draft, first);
  const [isTried, setTried] = useState(false);
  const found = providerFaults(draft);
  const faults = isTried ? found : {};

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    const canSave = changed.length > 0 && Object.keys(found).length === 0;
    if (canSave && !save.isRunning) void save.run({ slug, ...providerInput(draft) });
  }

  function discard() {
    setDraft(first);
    setTried(false);
    save.reset();
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <UnsavedGuard when={changed.length > 0} />
      <p className={classes.source} role="status">
        {settings.source === 'environment' &&
          `The operator's model is asked${settings.model === null ? '' : `: ${settings.model}`}.`}
        {settings.source === 'none' && 'No model is set up yet.'}
        {isOwn && `The organization's model is asked: ${settings.model ?? ''}.`}
      </p>
      <div className={classes.fields}>
        <Labelled label="Provider" hint="Whose protocol is spoken.">
          <ChoiceField
            label="Provider"
            value={draft.provider}
            options={PROVIDERS}
            onChange={(provider) => set({ provider: provider as AiProvider })}
          />
        </Labelled>
        <TextInput
          label={PROVIDER_LABELS.model}
          value={draft.model}
          error={faults.model}
          placeholder="Its name, as the provider writes it"
          onChange={(event) => set({ model: event.currentTarget.value })}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <TextInput
        label={`${PROVIDER_LABELS.baseUrl}${draft.provider === 'openai-compatible' ? '' : ' (optional)'}`}
        error={faults.baseUrl}
        description="Such as https://models.example.com/v1. Addresses of this machine and its network are refused."
        value={draft.baseUrl}
        onChange={(event) => set({ baseUrl: event.currentTarget.value })}
        autoComplete="off"
        spellCheck={false}
      />
      <PasswordField
        label={PROVIDER_LABELS.apiKey}
        description={
          isOwn && settings.has_key
            ? 'A key is kept, sealed. Leave this empty to keep it; another address needs it again.'
            : 'It is kept sealed and never shown again.'
        }
        value={draft.apiKey}
        onChange={(apiKey) => set({ apiKey })}
        meter={false}
        autoComplete="off"
      />
      <div className={classes.fields}>
        <NumberInput
          label={`${PROVIDER_LABELS.cap} (optional)`}
          value={draft.cap}
          error={found.cap}
          onChange={(cap) => set({ cap })}
        />
        <NumberInput
          label={PROVIDER_LABELS.inputPrice}
          value={draft.inputPrice}
          error={found.inputPrice}
          onChange={(inputPrice) => set({ inputPrice })}
        />
        <NumberInput
          label={PROVIDER_LABELS.outputPrice}
          value={draft.outputPrice}
          error={found.outputPrice}
          onChange={(outputPrice) => set({ outputPrice })}
        />
      </div>
      {save.error !== null && (
        <Notice tone="danger" title="The AI provider was not saved">
          <p>{fieldSentence(save.error)}</p>
        </Notice>
      )}
      {answer !== null && (
        <Notice tone={answer.ok ? 'info' : 'danger'} title={answer.ok ? 'The model answers' : 'No answer'}>
          <p>
            {answer.message} ({answer.milliseconds} ms)
          </p>
        </Notice>
      )}
      {settings.source !== 'none' && (
        <div className={form.foot}>
          {isOwn && (
            <Button loading={remove.isRunning} onClick={() => void remove.run({ slug })}>
              Remove
            </Button>
          )}
          <GuardedButton
            loading={test.isRunning}
            reason={changed.length > 0 ? 'Save or discard your changes first.' : null}
            onClick={() => void test.run({ slug }).then((told) => setAnswer(told ?? null))}
          >
            Test
          </GuardedButton>
        </div>
      )}
      <SaveFoot changed={changed} isRunning={save.isRunning} onDiscard={discard} />
    </form>
  );
}

interface NumberInputProps {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function NumberInput({ label, value, error, onChange }: NumberInputProps) {
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoComplete="off"
    />
  );
}
