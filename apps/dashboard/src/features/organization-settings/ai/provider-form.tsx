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
import { Notice } from '../../../ui/pages/notice.tsx';
import { UnsavedGuard } from '../../../ui/unsaved/unsaved-guard.tsx';
import classes from './ai.module.css';
import { draftOf, isSameDraft, type ProviderDraft, providerInput } from './provider-draft.ts';

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
  const isSame = isSameDraft(draft, first);
  const lacksAddress = draft.provider === 'openai-compatible' && draft.baseUrl.trim() === '';
  const canSave = draft.model.trim() !== '' && !lacksAddress && !(isOwn && isSame);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (canSave && !save.isRunning) void save.run({ slug, ...providerInput(draft) });
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <UnsavedGuard when={!isSame} />
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
          label="Model"
          value={draft.model}
          placeholder="Its name, as the provider writes it"
          onChange={(event) => set({ model: event.currentTarget.value })}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <TextInput
        label={draft.provider === 'openai-compatible' ? 'Address' : 'Address (optional)'}
        description="Such as https://models.example.com/v1. Addresses of this machine and its network are refused."
        value={draft.baseUrl}
        onChange={(event) => set({ baseUrl: event.currentTarget.value })}
        autoComplete="off"
        spellCheck={false}
      />
      <PasswordField
        label="API key"
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
        <NumberInput label="Tokens a month (optional)" value={draft.cap} onChange={(cap) => set({ cap })} />
        <NumberInput
          label="Price of a million tokens in, $"
          value={draft.inputPrice}
          onChange={(inputPrice) => set({ inputPrice })}
        />
        <NumberInput
          label="Price of a million tokens out, $"
          value={draft.outputPrice}
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
      <div className={form.foot}>
        {isOwn && (
          <Button loading={remove.isRunning} onClick={() => void remove.run({ slug })}>
            Remove
          </Button>
        )}
        {settings.source !== 'none' && (
          <Button
            loading={test.isRunning}
            disabled={!isSame}
            onClick={() => void test.run({ slug }).then((told) => setAnswer(told ?? null))}
          >
            Test
          </Button>
        )}
        <Button type="submit" variant="filled" loading={save.isRunning} disabled={!canSave}>
          Save
        </Button>
      </div>
    </form>
  );
}

interface NumberInputProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

function NumberInput({ label, value, onChange }: NumberInputProps) {
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      value={value}
      error={value.trim() !== '' && Number.isNaN(Number(value)) && 'Enter a number.'}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoComplete="off"
    />
  );
}
