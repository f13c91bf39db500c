import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { orpc } from '../../../api/client.ts';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { Tag } from '../../../ui/status/tag.tsx';
import classes from './git.module.css';

/** Which projects of an organization are connected to which repositories. Nothing where none is. */
export function OrganizationConnections({ slug }: { slug: string }) {
  const { data } = useQuery(orpc.gitConnections.ofOrganization.queryOptions({ input: { slug } }));
  if (data === undefined || data.length === 0) return null;
  return (
    <Section title="Git connections" description="Repositories that branches of projects follow.">
      <DataTable
        label="Git connections"
        rows={data}
        rowKey={({ id }) => String(id)}
        columns={[
          { key: 'repository', header: 'Repository', render: ({ repository }) => repository.name },
          {
            key: 'project',
            header: 'Project',
            render: ({ project }) => (
              <Link to="/project/$ref/branches" params={{ ref: project.ref }} className={classes.link ?? ''}>
                {project.name}
              </Link>
            ),
          },
          {
            key: 'state',
            header: 'State',
            width: 110,
            render: ({ state }) =>
              state === 'ok' ? <Tag>Connected</Tag> : <Tag tone="danger">Not readable</Tag>,
          },
        ]}
      />
    </Section>
  );
}
