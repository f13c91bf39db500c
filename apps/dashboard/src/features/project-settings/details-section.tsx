import type { Project } from '@basalt/contract';
import { CodeLine } from '../../ui/copy/code-line.tsx';
import { Labelled } from '../../ui/fields/labelled.tsx';
import { Section } from '../../ui/pages/section.tsx';
import classes from './details-section.module.css';
import { NameForm } from './name-form.tsx';

/** What a project is called, by people and by programs. */
export function DetailsSection({ project }: { project: Project }) {
  return (
    <Section title="Project">
      <div className={classes.fields}>
        <NameForm project={project} />
        <Labelled
          label="Project reference"
          hint="Names the project in addresses and in the management API. It never changes."
        >
          <CodeLine value={project.ref} label="project reference" />
        </Labelled>
      </div>
    </Section>
  );
}
