import type { DataApiConfig } from '@basalt/contract';
import { Input, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fieldErrors } from '../../lib/field-errors.ts';
import { WithDefault } from '../../ui/fields/reset-to-default.tsx';
import { SchemaPicker } from '../../ui/fields/schema-picker.tsx';
import { SwitchField } from '../../ui/fields/switch-field.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { SaveForm } from '../../ui/save-form.tsx';
import { Tag } from '../../ui/status/tag.tsx';
import {
  type ConfigDraft,
  changedFields,
  changesOf,
  DEFAULTS,
  draftOf,
  draftProblems,
  FIELDS,
  managedSchemas,
  withDefault,
} from './config-draft.ts';
import classes from './config-form.module.css';
import { useChangeConfig } from './use-change-config.ts';

interface ConfigFormProps {
  projectRef: string;
  config: DataApiConfig;
  /** Nothing can be changed, for a reason said elsewhere. */
  isLocked: boolean;
  onReload: () => void;
}

/** Exposed schemas, search path, row limit and row level security of new tables. */
export function ConfigForm({ projectRef, config, isLocked, onReload }: ConfigFormProps) {
  const [edited, setEdited] = useState<ConfigDraft | null>(null);
  const [isChecked, setChecked] = useState(false);
  const { run, isRunning, error, reset } = useChangeConfig(projectRef, {
    done: 'Saved the Data API settings',
  });
  const draft = edited ?? draftOf(config);
  const changes = changesOf(config, draft);
  const changed = changedFields(changes).map((name) => FIELDS[name].label);
  const problems = isChecked ? draftProblems(draft) : {};
  const errors = fieldErrors(error, ['db_schema', 'db_extra_search_path', 'max_rows']);
  const available = config.available_schemas;
  const managed = managedSchemas(draft.exposed);

  function edit(part: Partial<ConfigDraft> | null) {
    setEdited(part === null ? null : { ...draft, ...part });
    setChecked(false);
    reset();
  }

  async function submit() {
    setChecked(true);
    if (changed.length === 0 || Object.keys(draftProblems(draft)).length > 0) return;
    if ((await run(changes)) !== undefined) edit(null);
  }

  const picker = { available: isLocked ? (available ?? []) : available, onReload, disabled: isLocked };
  return (
    <SaveForm
      label="Data API settings"
      changed={changed}
      isRunning={isRunning}
      refusal={errors.general}
      isLocked={isLocked}
      onSubmit={() => void submit()}
      onDiscard={() => edit(null)}
    >
      <WithDefault
        label={FIELDS.db_schema.label}
        value={draft.exposed.join(', ')}
        usual={DEFAULTS.exposed.join(', ')}
        isReadOnly={isLocked}
        onReset={() => edit({ exposed: DEFAULTS.exposed })}
      >
        <Input.Wrapper {...FIELDS.db_schema} labelElement="div" error={problems.exposed ?? errors.db_schema}>
          <SchemaPicker
            label={FIELDS.db_schema.label}
            {...picker}
            selected={draft.exposed}
            onChange={(exposed) => edit({ exposed })}
          />
          <SchemaTags names={draft.exposed} available={available} marksFirst />
        </Input.Wrapper>
      </WithDefault>
      {managed.length > 0 && (
        <Notice tone="warn">
          <p>
            {managed.join(', ')} {managed.length === 1 ? 'is' : 'are'} kept by Basalt and extensions and not
            made to be exposed. Whoever has a key reaches what is granted there.
          </p>
        </Notice>
      )}
      {draft.exposed.length > 1 && (
        <NativeSelect
          label="Default schema"
          description="Used by requests that name none."
          data={draft.exposed}
          value={draft.exposed[0] ?? ''}
          disabled={isLocked}
          onChange={(event) => edit({ exposed: withDefault(draft.exposed, event.currentTarget.value) })}
        />
      )}
      <WithDefault
        label={FIELDS.db_extra_search_path.label}
        value={draft.searchPath.join(', ')}
        usual={DEFAULTS.searchPath.join(', ')}
        isReadOnly={isLocked}
        onReset={() => edit({ searchPath: DEFAULTS.searchPath })}
      >
        <Input.Wrapper
          {...FIELDS.db_extra_search_path}
          labelElement="div"
          error={errors.db_extra_search_path}
        >
          <SchemaPicker
            label={FIELDS.db_extra_search_path.label}
            {...picker}
            selected={draft.searchPath}
            onChange={(searchPath) => edit({ searchPath })}
          />
          <SchemaTags names={draft.searchPath} available={available} />
        </Input.Wrapper>
      </WithDefault>
      <WithDefault
        label={FIELDS.max_rows.label}
        value={draft.maxRows}
        usual={DEFAULTS.maxRows}
        isReadOnly={isLocked}
        onReset={() => edit({ maxRows: DEFAULTS.maxRows })}
      >
        <TextInput
          {...FIELDS.max_rows}
          inputMode="numeric"
          value={draft.maxRows}
          readOnly={isLocked}
          error={problems.maxRows ?? errors.max_rows}
          onChange={(event) => edit({ maxRows: event.currentTarget.value })}
          autoComplete="off"
        />
      </WithDefault>
      <SwitchField
        {...FIELDS.rls_on_new_tables}
        checked={draft.rlsOnNewTables}
        disabled={isLocked || config.rls_on_new_tables === null}
        onChange={(rlsOnNewTables) => edit({ rlsOnNewTables })}
      />
    </SaveForm>
  );
}

interface SchemaTagsProps {
  names: readonly string[];
  /** Null when not known. */
  available: readonly string[] | null;
  /** The first one is the default. */
  marksFirst?: boolean;
}

/** The chosen schemas in their order. */
function SchemaTags({ names, available, marksFirst = false }: SchemaTagsProps) {
  if (names.length === 0) return null;
  return (
    <span className={classes.tags}>
      {names.map((name, i) => {
        const isMissing = available !== null && !available.includes(name);
        return (
          <Tag key={name} tone={isMissing ? 'warn' : 'plain'}>
            <span className={classes.name}>{name}</span>
            {isMissing ? ' (does not exist)' : marksFirst && i === 0 && names.length > 1 && ' (default)'}
          </Tag>
        );
      })}
    </span>
  );
}
