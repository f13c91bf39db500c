import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { choiceParam } from '../../../lib/pages/search-params.ts';
import { ChoiceField } from '../../../ui/fields/choice-field.tsx';
import { DebouncedSearch } from '../../../ui/fields/debounced-search.tsx';
import { REPORT_SHOWS, REPORT_SORTS, type ReportSearch } from './list-question.ts';
import classes from './report-filters.module.css';

const SHOWS = [
  { value: '', label: 'All reports' },
  { value: 'favorites', label: 'Favorites' },
  { value: 'shared', label: 'Shared' },
  { value: 'private', label: 'Private' },
];
const SORTS = [
  { value: 'updated', label: 'Last changed first' },
  { value: 'created', label: 'Newest first' },
  { value: 'name', label: 'By name' },
];

interface ReportFiltersProps {
  search: ReportSearch;
  onSearch: (search: ReportSearch) => void;
  onShowDeleted: () => void;
}

/** Search, choice and order, which all live in the address, and the way to what was deleted. */
export function ReportFilters({ search, onSearch, onShowDeleted }: ReportFiltersProps) {
  const { q = '', sort = 'updated', show } = search;
  function ask(changes: { [K in keyof ReportSearch]?: ReportSearch[K] | undefined }) {
    const next = { ...search, ...changes };
    onSearch({
      ...(next.q === undefined || next.q === '' ? {} : { q: next.q }),
      ...(next.sort === undefined || next.sort === 'updated' ? {} : { sort: next.sort }),
      ...(next.show === undefined ? {} : { show: next.show }),
    });
  }
  return (
    <div className={classes.filters}>
      <search className={classes.filters}>
        <div className={classes.search}>
          <DebouncedSearch label="Search reports" value={q} onChange={(next) => ask({ q: next })} />
        </div>
        <ChoiceField
          label="Show"
          options={SHOWS}
          value={show ?? ''}
          onChange={(value) => ask({ show: choiceParam(value, REPORT_SHOWS) })}
        />
        <ChoiceField
          label="Sort"
          options={SORTS}
          value={sort}
          onChange={(value) => ask({ sort: choiceParam(value, REPORT_SORTS) })}
        />
      </search>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconTrash size={14} stroke={1.6} />}
        onClick={onShowDeleted}
      >
        Recently deleted
      </Button>
    </div>
  );
}
