import type { Project } from '@basalt/contract';
import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { projectQuery } from '../../api/use-project.ts';
import { fieldSentence } from '../../lib/field-errors.ts';
import { useAction } from '../../lib/use-action.ts';
import { SaveFoot } from '../../ui/save-foot.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { nameProblem } from './name-problem.ts';

/** The project's name and, for those who may, the way to change it. */
export function NameForm({ project }: { project: Project }) {
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { rename, isRunning, error, reset } = useRenameProject(project.ref);
  const name = typed ?? project.name;
  const isChanged = name.trim() !== project.name;
  const mayUpdate = project.abilities.update_project;

  /** Shows `text` (null: the stored name) without what was wrong with the one before. */
  function edit(text: string | null) {
    setTyped(text);
    setProblem(null);
    reset();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const found = nameProblem(name);
    setProblem(found);
    if (found !== null || !isChanged || isRunning) return;
    if (await rename(name.trim())) setTyped(null);
  }

  return (
    <form onSubmit={submit} noValidate>
      <UnsavedGuard when={isChanged} />
      <TextInput
        maw={520}
        label="Project name"
        value={name}
        readOnly={!mayUpdate}
        {...(mayUpdate ? {} : { description: 'You need additional permissions to rename this project.' })}
        error={problem ?? (error && fieldSentence(error))}
        onChange={(event) => edit(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
      />
      <SaveFoot
        changed={isChanged ? ['Project name'] : []}
        isRunning={isRunning}
        onDiscard={() => edit(null)}
      />
    </form>
  );
}

/** Renames a project. The refusal belongs beside the field, so there is no toast for it. */
function useRenameProject(ref: string) {
  const queryClient = useQueryClient();
  const { run, isRunning, error, reset } = useAction({
    mutation: orpc.projects.v1Update.mutationOptions(),
    done: 'Renamed the project',
    onDone: async ({ name }) => {
      queryClient.setQueryData(projectQuery(ref).queryKey, (project) => project && { ...project, name });
      await queryClient.invalidateQueries({ queryKey: orpc.projects.list.key() });
    },
  });
  /** True once the new name is stored. */
  const rename = async (name: string) => (await run({ ref, name })) !== undefined;
  return { rename, isRunning, error, reset };
}
