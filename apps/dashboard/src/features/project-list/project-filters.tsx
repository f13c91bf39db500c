import { PROJECT_STATUSES } from '@basalt/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { choiceParam } from '../../lib/pages/search-params.ts';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { LISTED_STATUSES, statusLook } from '../../ui/status/status-look.ts';
import classes from './project-filters.module.css';

const STATUSES = [
  { value: '', label: 'Any status' },
  ...LISTED_STATUSES.map((status) => ({ value: status, label: statusLook(status).label })),
];

/** Search and status; both live in the address, so that a filtered list can be sent to somebody. */
export function ProjectFilters() {
  const { q = '', status } = useSearch({ from: '/signed-in/projects' });
  const navigate = useNavigate({ from: '/projects' });
  return (
    <search className={classes.filters}>
      <div className={classes.search}>
        <SearchField
          label="Search by name or reference"
          value={q}
          onChange={(next) =>
            void navigate({
              search: ({ q: _, ...rest }) => (next === '' ? rest : { ...rest, q: next }),
              replace: true,
            })
          }
        />
      </div>
      <div className={classes.status}>
        <ChoiceField
          label="Status"
          options={STATUSES}
          value={status ?? ''}
          onChange={(value) => {
            const next = choiceParam(value, PROJECT_STATUSES);
            void navigate({
              search: ({ status: _, ...rest }) => (next === undefined ? rest : { ...rest, status: next }),
              replace: true,
            });
          }}
        />
      </div>
    </search>
  );
}
