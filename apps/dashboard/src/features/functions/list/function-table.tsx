import type { EdgeFunction, Project } from '@basalt/contract';
import { Link } from '@tanstack/react-router';
import { functionUrl } from '../../../lib/function-url.ts';
import { CopyButton } from '../../../ui/copy/copy-button.tsx';
import { DataTable, type DataTableColumn } from '../../../ui/lists/data-table.tsx';
import rowLink from '../../../ui/lists/row-link.module.css';
import { Tag } from '../../../ui/status/tag.tsx';
import { TimeAgo } from '../../../ui/status/time-ago.tsx';
import classes from './list.module.css';

interface FunctionTableProps {
  project: Project;
  functions: readonly EdgeFunction[];
}

/** Functions with their addresses; a whole row leads to the function. */
export function FunctionTable({ project, functions }: FunctionTableProps) {
  const columns: DataTableColumn<EdgeFunction>[] = [
    {
      key: 'name',
      header: 'Function',
      render: ({ slug, name }) => (
        <div className={classes.name}>
          <Link
            to="/project/$ref/functions/$slug/details"
            params={{ ref: project.ref, slug }}
            className={rowLink.link ?? ''}
            title={name}
          >
            {name}
          </Link>
          {name !== slug && <span className={classes.slug}>{slug}</span>}
        </div>
      ),
    },
    {
      key: 'url',
      header: 'URL',
      isMinor: true,
      render: ({ slug, name }) => {
        const url = functionUrl(project, slug);
        return (
          <span className={classes.url}>
            <code title={url}>{url}</code>
            <CopyButton value={url} label={`URL of ${name}`} />
          </span>
        );
      },
    },
    { key: 'version', header: 'Version', width: 76, align: 'right', render: ({ version }) => version },
    {
      key: 'jwt',
      header: 'Callers',
      width: 120,
      isMinor: true,
      render: ({ verify_jwt }) =>
        verify_jwt ? (
          <Tag title="Callers need a key or a token of this project">Key or token</Tag>
        ) : (
          <Tag tone="warn" title="Whoever knows the address can call it">
            Anybody
          </Tag>
        ),
    },
    {
      key: 'updated',
      header: 'Updated',
      width: 120,
      render: ({ updated_at }) => <TimeAgo date={new Date(updated_at)} />,
    },
    {
      key: 'created',
      header: 'Created',
      width: 120,
      isMinor: true,
      render: ({ created_at }) => <TimeAgo date={new Date(created_at)} />,
    },
  ];
  return (
    <div className={classes.table}>
      <DataTable label="Functions" columns={columns} rows={functions} rowKey={({ id }) => id} />
    </div>
  );
}
