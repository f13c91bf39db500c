import type { Project } from '@basalt/contract';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { fieldSentence } from '../../lib/field-errors.ts';
import classes from './name-form.module.css';
import { nameProblem } from './name-problem.ts';
import { useRenameProject } from './use-rename-project.ts';

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
    <form onSubmit={submit} className={classes.form} noValidate>
      <TextInput
        className={classes.field ?? ''}
        label="Project name"
        value={name}
        readOnly={!mayUpdate}
        {...(mayUpdate ? {} : { description: 'You need additional permissions to rename this project.' })}
        error={problem ?? (error && fieldSentence(error))}
        onChange={(event) => edit(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
      />
      {mayUpdate && (
        <div className={classes.actions}>
          {typed !== null && (
            <Button disabled={isRunning} onClick={() => edit(null)}>
              Cancel
            </Button>
          )}
          <Button type="submit" variant="filled" disabled={!isChanged} loading={isRunning}>
            Save
          </Button>
        </div>
      )}
    </form>
  );
}
