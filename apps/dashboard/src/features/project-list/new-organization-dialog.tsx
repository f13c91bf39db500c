import '../../theme/dialog.ts';
import { Button, Modal, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import form from '../../ui/form.module.css';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';

/** Makes an organization and goes on to its first project. */
export function NewOrganizationDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const create = useAction({
    mutation: orpc.organizations.v1Create.mutationOptions(),
    done: ({ name }) => `Created ${name}`,
    onDone: async ({ slug }) => {
      await queries.invalidateQueries({ queryKey: orpc.organizations.key() });
      await navigate({ to: '/new/$slug', params: { slug } });
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (create.isRunning) return;
    if (name.trim() === '') return setProblem('Enter a name.');
    void create.run({ name: name.trim() });
  }

  return (
    <Modal opened onClose={onClose} title="New organization" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form className={form.form} onSubmit={submit}>
        <UnsavedGuard when={name !== '' && !create.isRunning} />
        <TextInput
          label="Name"
          description="A company, a team or yourself. It can be changed later."
          value={name}
          error={problem ?? create.error?.message}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setProblem(null);
          }}
          data-autofocus
          autoComplete="off"
        />
        <div className={form.foot}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled" loading={create.isRunning}>
            Create organization
          </Button>
        </div>
      </form>
    </Modal>
  );
}
