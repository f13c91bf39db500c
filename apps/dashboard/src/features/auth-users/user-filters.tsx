import type { AUTH_USER_SORTS } from '@basalt/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { DebouncedSearch } from '../../ui/fields/debounced-search.tsx';
import classes from './user-filters.module.css';

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

interface UserSort {
  value: string;
  label: string;
  sort: (typeof AUTH_USER_SORTS)[number];
  order: 'asc' | 'desc';
}

const NEWEST: UserSort = { value: 'newest', label: 'Newest first', sort: 'created_at', order: 'desc' };

/** The orders a list of users can have; the first is the usual one. */
const USER_SORTS: readonly UserSort[] = [
  NEWEST,
  { value: 'oldest', label: 'Oldest first', sort: 'created_at', order: 'asc' },
  { value: 'last-sign-in', label: 'Last sign-in', sort: 'last_sign_in_at', order: 'desc' },
  { value: 'email', label: 'E-mail, A to Z', sort: 'email', order: 'asc' },
  { value: 'email-descending', label: 'E-mail, Z to A', sort: 'email', order: 'desc' },
];

/** The order that an address asks for; what nobody knows is the usual one. */
export function userSort(value: string | undefined): UserSort {
  return USER_SORTS.find((sort) => sort.value === value) ?? NEWEST;
}
