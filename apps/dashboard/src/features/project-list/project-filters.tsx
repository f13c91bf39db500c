import { PROJECT_STATUSES } from '@basalt/contract';
import { NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { choiceParam } from '../../lib/search-params.ts';
import { statusLook } from '../../ui/status-look.ts';
import classes from './project-filters.module.css';

const STATUSES = [
  { value: '', label: 'Any status' },
  ...PROJECT_STATUSES.map((status) => ({ value: status, label: statusLook(status).label })),
];

/** Search and status; both live in the address, so that a filtered list can be sent to somebody. */
export function ProjectFilters() {
  const { q = '', status } = useSearch({ from: '/signed-in/projects' });
  const navigate = useNavigate({ from: '/projects' });
  return (
    <div className={classes.filters} role="search">
      <TextInput
        className={classes.search ?? ''}
        type="search"
        aria-label="Search projects"
        placeholder="Search by name or reference"
        leftSection={<IconSearch size={15} stroke={1.75} />}
        value={q}
        onChange={(event) => {
          const next = event.currentTarget.value;
          void navigate({ search: ({ q: _, ...rest }) => (next === '' ? rest : { ...rest, q: next }), replace: true });
        }}
      />
      <NativeSelect
        className={classes.status ?? ''}
        aria-label="Status"
        data={STATUSES}
        value={status ?? ''}
        onChange={(event) => {
          const next = choiceParam(event.currentTarget.value, PROJECT_STATUSES);
          void navigate({
            search: ({ status: _, ...rest }) => (next === undefined ? rest : { ...rest, status: next }),
            replace: true,
          });
        }}
      />
    </div>
  );
}
