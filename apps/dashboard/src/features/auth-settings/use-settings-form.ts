import type { AuthConfig } from '@basalt/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { authConfigQuery } from '../../api/use-auth-config.ts';
import { fieldErrors } from '../../lib/field-errors.ts';
import { useAction } from '../../lib/use-action.ts';
import { changesOf, type Draft, draftProblems, shownValue, valuesOf } from './draft.ts';
import type { Setting, SettingName } from './setting.ts';

export interface SettingsFormOptions {
  projectRef: string;
  config: AuthConfig;
  settings: readonly Setting[];
  /** What is saved, in a sentence: "Saved the … settings". */
  what: string;
  /** What is wrong with the settings together, beyond what one field can tell. */
  check?: (values: AuthConfig) => Partial<Record<SettingName, string>>;
}

/** A part of the auth settings being edited: what was typed, what is wrong with it, saving and giving up. */
export function useSettingsForm({ projectRef, config, settings, what, check }: SettingsFormOptions) {
  const queries = useQueryClient();
  const [draft, setDraft] = useState<Draft>({});
  const [problems, setProblems] = useState<{ [Name in SettingName]?: string | undefined }>({});
  const names = settings.map(({ name }) => name);
  const update = useAction({
    mutation: orpc.authConfig.v1Update.mutationOptions(),
    done: `Saved the ${what} settings`,
    onDone: (saved) => {
      // Other forms of the page may be saved at the same time, and their answer may be the older one.
      const own = Object.fromEntries(names.map((name) => [name, saved[name]]));
      queries.setQueryData(authConfigQuery(projectRef).queryKey, (before) => ({
        ...saved,
        ...before,
        ...own,
      }));
      setDraft({});
    },
  });
  const changes = changesOf(settings, draft, config);
  const values = valuesOf(settings, draft, config);
  const refused = fieldErrors(update.error, names);

  function forget(names: readonly SettingName[]) {
    setProblems((before) => ({ ...before, ...Object.fromEntries(names.map((name) => [name, undefined])) }));
    update.reset();
  }

  return {
    values,
    /** Settings that are asked for with the values there are now. */
    shown: settings.filter(({ when }) => when === undefined || when(values)),
    isChanged: Object.keys(changes).length > 0,
    /** The labels of what was changed. */
    changed: settings.filter(({ name }) => name in changes).map(({ label }) => label),
    isSaving: update.isRunning,
    /** What the server says about none of the fields. */
    refusal: refused.general,
    valueOf: (setting: Setting) => shownValue(setting, draft, config),
    isForgotten: (name: SettingName) => draft[name] === null,
    errorOf: (name: SettingName) => problems[name] ?? refused[name],
    /** Null forgets a secret, and takes any other setting back to its default. */
    edit: (name: SettingName, value: string | boolean | null) => {
      setDraft((before) => ({ ...before, [name]: value }));
      forget([name]);
    },
    discard: () => {
      setDraft({});
      forget(names);
    },
    save: async () => {
      const found = { ...check?.(values), ...draftProblems(settings, draft) };
      setProblems(found);
      if (Object.keys(found).length > 0 || update.isRunning) return;
      await update.run({ ref: projectRef, ...changes });
    },
  };
}
