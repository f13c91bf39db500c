import { choiceParam } from '../../lib/pages/search-params.ts';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { SHOWN, type TableSearch } from './find-tables.ts';
import classes from './table-filters.module.css';

const SHOW_OPTIONS = [
  { value: '', label: 'All tables' },
  { value: 'exposed', label: 'Exposed without a policy' },
  { value: 'locked', label: 'RLS on, no policy' },
];

interface TableFiltersProps {
  schemas: readonly string[];
  search: TableSearch;
  onSearch: (search: TableSearch) => void;
}

/** Search, schema and exposure; all live in the address. */
export function TableFilters({ schemas, search, onSearch }: TableFiltersProps) {
  const { q = '', schema = '', show = '' } = search;
  return (
    <search className={classes.filters}>
      <div className={classes.search}>
        <SearchField
          label="Search by name"
          value={q}
          onChange={(next) => onSearch({ ...search, q: next === '' ? undefined : next })}
        />
      </div>
      <div className={classes.choice}>
        <ChoiceField
          label="Exposure"
          options={SHOW_OPTIONS}
          value={show}
          onChange={(next) => onSearch({ ...search, show: choiceParam(next, SHOWN) })}
        />
      </div>
      {schemas.length > 1 && (
        <div className={classes.choice}>
          <ChoiceField
            label="Schema"
            options={[
              { value: '', label: 'All schemas' },
              ...schemas.map((name) => ({ value: name, label: name })),
            ]}
            value={schema}
            onChange={(next) => onSearch({ ...search, schema: choiceParam(next, schemas) })}
          />
        </div>
      )}
    </search>
  );
}
