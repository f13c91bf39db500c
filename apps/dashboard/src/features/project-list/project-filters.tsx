import { PROJECT_STATUSES } from '@basalt/contract';
import { IconLayoutGrid, IconList } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { choiceParam } from '../../lib/pages/search-params.ts';
import { usePersisted } from '../../lib/persisted.ts';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { LISTED_STATUSES, statusLook } from '../../ui/status/status-look.ts';
import { LIST_VIEW } from './list-view.ts';
import classes from './project-filters.module.css';

const STATUSES = [
  { value: '', label: 'Any status' },
  ...LISTED_STATUSES.map((status) => ({ value: status, label: statusLook(status).label })),
];

const VIEWS = [
  { value: 'table', label: 'Table', Icon: IconList },
  { value: 'cards', label: 'Cards', Icon: IconLayoutGrid },
] as const;

/** Search and status; both live in the address, so that a filtered list can be sent to somebody. How they are drawn is this browser's. */
export function ProjectFilters() {
  const { q = '', status } = useSearch({ from: '/signed-in/projects' });
  const navigate = useNavigate({ from: '/projects' });
  const [view, setView] = usePersisted(LIST_VIEW);
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
      <fieldset className={classes.views} aria-label="How projects are shown">
        {VIEWS.map(({ value, label, Icon }) => (
          <button
            key={value}
            type="button"
            className={classes.view}
            aria-pressed={view === value}
            aria-label={label}
            title={label}
            onClick={() => setView(value)}
          >
            <Icon size={16} stroke={1.6} aria-hidden="true" />
          </button>
        ))}
      </fieldset>
    </search>
  );
}
