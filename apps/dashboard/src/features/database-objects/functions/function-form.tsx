import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { SqlField } from '../../../ui/code-editor/sql-field.tsx';
import { SwitchField } from '../../../ui/fields/switch-field.tsx';
import { Notice } from '../../../ui/pages/notice.tsx';
import { ChangeForm } from '../changes/change-form.tsx';
import type { FunctionObject } from '../shared/objects.ts';

interface FunctionFormProps {
  projectRef: string;
  schema: string;
  /** Null: a new one. */
  existing: FunctionObject | null;
  onDone: () => void;
  onCancel: () => void;
}

const START = { plpgsql: 'begin\n  return;\nend;', sql: 'select 1;' } as const;

function draftOf(existing: FunctionObject | null) {
  return {
    name: existing?.name ?? '',
    args: '',
    returns: existing?.return_type ?? 'void',
    language: existing?.language ?? 'plpgsql',
    definition: existing?.definition ?? START.plpgsql,
    behavior: existing?.behavior ?? ('VOLATILE' as const),
    isDefiner: existing?.security_definer ?? false,
  };
}

/** A new function, or changes to one: what its callers rely on (arguments and result) stays. */
export function FunctionForm({ projectRef: ref, schema, existing, onDone, onCancel }: FunctionFormProps) {
  const [first] = useState(() => draftOf(existing));
  const [draft, setDraft] = useState(first);
  const [problem, setProblem] = useState<{ name?: string; definition?: string }>({});
  const set = (change: Partial<typeof draft>) => {
    setDraft((before) => ({ ...before, ...change }));
    setProblem({});
  };
  const isDirty = JSON.stringify(draft) !== JSON.stringify(first);

  function check() {
    const found = {
      ...(draft.name.trim() === '' ? { name: 'Enter a name.' } : {}),
      ...(draft.definition.trim() === '' ? { definition: 'Enter what it does.' } : {}),
    };
    setProblem(found);
    return Object.keys(found).length === 0;
  }

  function send(query: { preview: boolean }) {
    const { definition, behavior, isDefiner, name } = draft;
    if (existing !== null) {
      const body = {
        ...(name === first.name ? {} : { name }),
        ...(definition === first.definition ? {} : { definition }),
        ...(behavior === first.behavior ? {} : { behavior }),
        ...(isDefiner === first.isDefiner ? {} : { security_definer: isDefiner }),
      };
      return api.schemaChanges.updateFunction({ params: { ref, id: String(existing.id) }, query, body });
    }
    const body = {
      name,
      schema,
      args: linesOf(draft.args),
      definition,
      return_type: draft.returns,
      language: draft.language,
      behavior,
      security_definer: isDefiner,
      // Without it, whoever can make objects in a schema before it in the path decides what its names mean.
      config_params: isDefiner ? { search_path: '' } : {},
    };
    return api.schemaChanges.createFunction({ params: { ref }, query, body });
  }

  return (
    <ChangeForm
      label={existing === null ? 'Create function' : 'Save function'}
      done={existing === null ? `Created function ${draft.name}` : `Saved function ${draft.name}`}
      isDirty={isDirty}
      check={check}
      send={send}
      onDone={onDone}
      onCancel={onCancel}
    >
      {(errorOf) => (
        <>
          <TextInput
            label="Name"
            value={draft.name}
            error={problem.name ?? errorOf('name')}
            onChange={(event) => set({ name: event.currentTarget.value })}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
          {existing === null && (
            <>
              <Textarea
                label="Arguments"
                description="One per line, as SQL declares it: amount integer default 1"
                value={draft.args}
                error={errorOf('args')}
                onChange={(event) => set({ args: event.currentTarget.value })}
                rows={3}
                spellCheck={false}
              />
              <TextInput
                label="Returns"
                description="A type, setof a type, table (…), or trigger"
                value={draft.returns}
                error={errorOf('return_type')}
                onChange={(event) => set({ returns: event.currentTarget.value })}
                autoComplete="off"
                spellCheck={false}
              />
              <NativeSelect
                label="Language"
                value={draft.language}
                data={['plpgsql', 'sql']}
                error={errorOf('language')}
                onChange={(event) => set({ language: event.currentTarget.value })}
              />
            </>
          )}
          <SqlField
            label="Body"
            initialText={first.definition}
            error={problem.definition ?? errorOf('definition')}
            onChange={(definition) => set({ definition })}
            height={220}
          />
          <NativeSelect
            label="Volatility"
            description="What PostgreSQL may assume about it"
            value={draft.behavior}
            data={['VOLATILE', 'STABLE', 'IMMUTABLE']}
            error={errorOf('behavior')}
            onChange={(event) => set({ behavior: event.currentTarget.value as typeof draft.behavior })}
          />
          <SwitchField
            label="Security definer"
            description="Runs with the rights of its owner, bypassing row level security. Off: with those of whoever calls it."
            checked={draft.isDefiner}
            onChange={(isDefiner) => set({ isDefiner })}
          />
          {draft.isDefiner && existing === null && (
            <Notice tone="warn">
              Its search path will be empty, so that nobody can put an object of theirs in the place of yours:
              name tables with their schema.
            </Notice>
          )}
        </>
      )}
    </ChangeForm>
  );
}

/** The lines of a text that say something. */
function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim().replace(/,$/, '').trim())
    .filter((line) => line !== '');
}
