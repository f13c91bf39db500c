import type { Project } from '@basalt/contract';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../ui/button-link.tsx';
import { CodeLine } from '../../ui/copy/code-line.tsx';
import classes from './restore-guides.module.css';

const LOCAL = 'gunzip -c backup.sql.gz | psql "postgresql://postgres@localhost:5432/postgres"';
const NEW = 'gunzip -c backup.sql.gz | psql "[CONNECTION-STRING]"';

/** What to do with a downloaded backup, and the way back that stays open. */
export function RestoreGuides({ project }: { project: Project }) {
  const { ref, organization_slug: slug } = project;
  return (
    <section aria-label="Guides" className={classes.guides}>
      <Guide title="Restore to a new project">
        <p>
          Create a project with the same Postgres version or a newer one, copy its connection string from its
          home page, and load the database backup into it.
        </p>
        <CodeLine value={NEW} label="command for a new project" />
        <ButtonLink to="/new/$slug" params={{ slug }} size="xs">
          Create a project
        </ButtonLink>
      </Guide>
      <Guide title="Restore on your own machine">
        <p>Start a PostgreSQL of the same version or a newer one and load the database backup into it.</p>
        <CodeLine value={LOCAL} label="command for your machine" />
      </Guide>
      <Guide title="Restore it through the API">
        <p>Whoever may restore this project still can with an access token.</p>
        <CodeLine
          value={`curl -X POST -H "Authorization: Bearer $TOKEN" ${window.location.origin}/v1/projects/${ref}/restore`}
          label="command for the API"
        />
      </Guide>
    </section>
  );
}

function Guide({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={classes.guide}>
      <summary className={classes.summary}>{title}</summary>
      <div className={classes.body}>{children}</div>
    </details>
  );
}
