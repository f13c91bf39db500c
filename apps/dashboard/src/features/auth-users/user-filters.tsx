import { useNavigate, useSearch } from '@tanstack/react-router';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { DebouncedSearch } from '../../ui/fields/debounced-search.tsx';
import classes from './user-filters.module.css';
import { USER_SORTS, userSort } from './user-sorts.ts';

/** Search and order; both live in the address, and either leads back to the first page. */
export function UserFilters() {
  const { q = '', sort } = useSearch({ from: '/signed-in/project/$ref/auth/users' });
  const navigate = useNavigate({ from: '/project/$ref/auth/users' });
  return (
    <search className={classes.filters}>
      <div className={classes.search}>
        <DebouncedSearch
          label="Search by e-mail, phone, name or id"
          value={q}
          onChange={(next) =>
            void navigate({
              search: ({ q: _, page: __, ...rest }) => (next === '' ? rest : { ...rest, q: next }),
              replace: true,
            })
          }
        />
      </div>
      <div className={classes.sort}>
        <ChoiceField
          label="Order"
          options={USER_SORTS}
          value={userSort(sort).value}
          onChange={(value) => {
            void navigate({
              search: ({ sort: _, page: __, ...rest }) =>
                value === USER_SORTS[0]?.value ? rest : { ...rest, sort: value },
              replace: true,
            });
          }}
        />
      </div>
    </search>
  );
}
