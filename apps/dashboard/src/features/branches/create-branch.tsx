import '../../theme/dialog.ts';
import { branchNameProblem, type Project } from '@basalt/contract';
import { Button, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { fieldSentence } from '../../lib/field-errors.ts';
import { confirmLeaving } from '../../lib/unsaved-changes.ts';
import { useAction } from '../../lib/use-action.ts';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { SwitchField } from '../../ui/fields/switch-field.tsx';
import form from '../../ui/form.module.css';
import { Notice } from '../../ui/pages/notice.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { GitBranchField, useGitBranch } from './git/git-branch-field.tsx';
import { useGitConnection } from './git/use-git-connection.ts';
import { FOREVER, LifetimeFields, lifetimeInput } from './lifetime-fields.tsx';
import { useBranchRefresh } from './use-branches.ts';

type Content = 'data' | 'masked' | 'schema';

const CONTENTS = [
  {
    value: 'data',
    label: 'With data',
    description: 'Everything as it is at this moment: rows, users and files too.',
  },
  {
    value: 'masked',
    label: 'Masked data',
    description: 'Rows without personal data, by the rules of the project. No files. Takes longer.',
  },
  {
    value: 'schema',
    label: 'Schema only',
    description: 'Tables, functions, policies and settings. No rows, users, files or scheduled jobs.',
  },
] as const;

interface CreateBranchProps {
  project: Project;
  opened: boolean;
  onClose: () => void;
}

/** Asks for a name and how much of the project the branch gets. */
export function CreateBranch({ project, opened, onClose }: CreateBranchProps) {
  const close = () => void confirmLeaving().then((leaves) => leaves && onClose());
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={`Create a branch of ${project.name}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {opened && <Fields project={project} onCancel={close} onDone={onClose} />}
    </Modal>
  );
}

interface FieldsProps {
  project: Project;
  onCancel: () => void;
  onDone: () => void;
}

function Fields({ project: { ref, kept_by }, onCancel, onDone }: FieldsProps) {
  const isKept = kept_by !== null;
  const [name, setName] = useState('');
  const [content, setContent] = useState<Content>('data');
  const [persistent, setPersistent] = useState(false);
  const [lifetime, setLifetime] = useState(FOREVER);
  const [problem, setProblem] = useState<string | null>(null);
  const repository = useGitConnection(ref).data?.connection?.repository ?? null;
  const gitBranch = useGitBranch(repository);
  const refresh = useBranchRefresh(ref);
  const create = useAction({
    mutation: orpc.branches.v1Create.mutationOptions(),
    done: 'Successfully created new branch',
    onDone: async () => {
      await refresh();
      onDone();
    },
  });
  const ofName = create.error?.field === 'branch_name' ? fieldSentence(create.error) : null;

  /** On leaving the field, and before the branch is created. */
  function check(): boolean {
    const found = branchNameProblem(name);
    setProblem(found === null ? null : `The name ${found}.`);
    return found === null;
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (create.isRunning || !check()) return;
    const follows = repository !== null && gitBranch.name !== '';
    if (follows && !(await gitBranch.check())) return;
    void create.run({
      ref,
      branch_name: name,
      with_data: content !== 'schema',
      masked: content === 'masked',
      persistent,
      ...lifetimeInput(lifetime),
      ...(follows && { git_branch: gitBranch.name }),
    });
  }

  return (
    <form className={form.form} onSubmit={(event) => void submit(event)} noValidate>
      <UnsavedGuard when={(name !== '' || gitBranch.name !== '') && !create.isRunning} />
      <TextInput
        label="Name"
        placeholder="feature/login-page"
        value={name}
        error={problem ?? ofName}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setProblem(null);
          create.reset();
        }}
        onBlur={() => name !== '' && check()}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      {repository !== null && (
        <GitBranchField
          label="Git branch"
          description={`Of ${repository.name}. Its migrations and functions are applied, at every push. Empty: none.`}
          branch={gitBranch}
        />
      )}
      <RadioGroup
        label="Content"
        options={isKept ? CONTENTS.filter((each) => each.value !== 'masked') : CONTENTS}
        value={content}
        onChange={setContent}
      />
      {!isKept && (
        <SwitchField
          label="Persistent"
          description="Backed up like a project. Other branches are copies that can be made again."
          checked={persistent}
          onChange={setPersistent}
        />
      )}
      <LifetimeFields value={lifetime} onChange={setLifetime} />
      {create.error !== null && ofName === null && (
        <Notice tone="danger">Failed to create branch: {create.error.message}</Notice>
      )}
      <div className={form.foot}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="filled" loading={create.isRunning}>
          Create branch
        </Button>
      </div>
    </form>
  );
}
