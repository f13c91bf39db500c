import type { Project } from '@basalt/contract';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Section } from '../../ui/section.tsx';
import { nameProblem } from './name-problem.ts';
import classes from './name-section.module.css';
import { useRenameProject } from './use-rename-project.ts';

/** The project's name and a field to change it. */
export function NameSection({ project }: { project: Project }) {
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { rename, isRunning, error, reset } = useRenameProject(project.ref);
  const name = typed ?? project.name;
  const isChanged = name.trim() !== project.name;
  const mayUpdate = project.abilities.update_project === true;

  async function submit(event: FormEvent) {
    event.preventDefault();
    const found = nameProblem(name);
    setProblem(found);
    if (found !== null || !isChanged || isRunning) return;
    if (await rename(name.trim())) setTyped(null);
  }

  return (
    <Section title="Project name">
      <form onSubmit={submit} className={classes.form} noValidate>
        <TextInput
          className={classes.field ?? ''}
          label="Name"
          value={name}
          readOnly={!mayUpdate}
          {...(mayUpdate ? {} : { description: 'You need additional permissions to rename this project.' })}
          error={problem ?? error?.message}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setProblem(null);
            reset();
          }}
          autoComplete="off"
          spellCheck={false}
        />
        {mayUpdate && (
          <div className={classes.actions}>
            <Button
              disabled={typed === null || isRunning}
              onClick={() => {
                setTyped(null);
                setProblem(null);
                reset();
              }}
            >
              Cancel
            </Button>
            <Button type="submit" variant="filled" disabled={!isChanged} loading={isRunning}>
              Save
            </Button>
          </div>
        )}
      </form>
    </Section>
  );
}
