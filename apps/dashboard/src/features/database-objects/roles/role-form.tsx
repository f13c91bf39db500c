import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { SwitchField } from '../../../ui/fields/switch-field.tsx';
import { ChangeForm } from '../changes/change-form.tsx';
import type { RoleObject } from '../shared/objects.ts';

interface RoleFormProps {
  projectRef: string;
  /** Null: a new one. */
  existing: RoleObject | null;
  onDone: () => void;
  onCancel: () => void;
}

/** A new role, or changes to one of the developer's own. */
export function RoleForm({ projectRef: ref, existing, onDone, onCancel }: RoleFormProps) {
  const [first] = useState({
    name: existing?.name ?? '',
    password: '',
    can_login: existing?.can_login ?? true,
    inherit_role: existing?.inherit_role ?? true,
    can_create_role: existing?.can_create_role ?? false,
    can_create_db: existing?.can_create_db ?? false,
    can_bypass_rls: existing?.can_bypass_rls ?? false,
  });
  const [draft, setDraft] = useState(first);
  const [problem, setProblem] = useState<string | null>(null);
  const set = (change: Partial<typeof draft>) => {
    setDraft((before) => ({ ...before, ...change }));
    setProblem(null);
  };

  function check() {
    const isNamed = draft.name.trim() !== '';
    if (!isNamed) setProblem('Enter a name.');
    return isNamed;
  }

  function send(query: { preview: boolean }) {
    const { password, ...rest } = draft;
    const given = password === '' ? {} : { password };
    if (existing === null)
      return api.schemaChanges.createRole({ params: { ref }, query, body: { ...rest, ...given } });
    const changed = Object.fromEntries(
      Object.entries(rest).filter(([name, value]) => value !== first[name as keyof typeof first]),
    );
    const params = { ref, id: String(existing.id) };
    return api.schemaChanges.updateRole({ params, query, body: { ...changed, ...given } });
  }

  const switches = [
    ['can_login', 'Can sign in', 'Connects to the database with its password.'],
    ['inherit_role', 'Inherits rights', 'Has the rights of the roles it belongs to without asking for them.'],
    ['can_create_role', 'Can create roles', 'Makes, changes and drops other roles.'],
    ['can_create_db', 'Can create databases', 'Makes databases beside this one.'],
    [
      'can_bypass_rls',
      'Bypasses row level security',
      'Sees and changes all rows, whatever the policies say.',
    ],
  ] as const;
  return (
    <ChangeForm
      label={existing === null ? 'Create role' : 'Save role'}
      done={existing === null ? `Created role ${draft.name}` : `Saved role ${draft.name}`}
      isDirty={JSON.stringify(draft) !== JSON.stringify(first)}
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
            error={problem ?? errorOf('name')}
            onChange={(event) => set({ name: event.currentTarget.value })}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
          <PasswordField
            label={existing === null ? 'Password' : 'New password'}
            description={existing === null ? undefined : 'Leave it empty to keep the one it has.'}
            value={draft.password}
            error={errorOf('password')}
            onChange={(password) => set({ password })}
            generator
          />
          {switches.map(([name, label, description]) => (
            <SwitchField
              key={name}
              label={label}
              description={description}
              checked={draft[name]}
              error={errorOf(name)}
              onChange={(checked) => set({ [name]: checked })}
            />
          ))}
        </>
      )}
    </ChangeForm>
  );
}
