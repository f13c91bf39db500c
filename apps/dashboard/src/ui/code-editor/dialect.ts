import { PostgreSQL, SQLDialect } from '@codemirror/lang-sql';

/** Words the language counts as keywords and people use as names of columns and tables. */
const NAMES = new Set(
  `action attribute attributes avg base64 cache category code column_name columns comments condition content
  context cost count data date day default_value definition depth description detail details document domain
  element email error event events family file filter flag format header hint hour id identity image index_name
  indexes info input instance item key label language length level library line link list location lock lower max
  member message min minute mode module month name names namespace notification number object offsets old option
  options order_date output owner parameter parent password path period plan plans policy_name position price
  priority product public rank rate ref reference region result role role_name roles row_count rows_count
  schema_name second section server_name session size slice snapshot source space state status style subject sum
  system table_name tag tags target text time title token total type_name types uri url user_name username usage
  value version versions weight whitespace year zone`.split(/\s+/),
);

const { spec } = PostgreSQL;

/** PostgreSQL, without calling `id` and `name` keywords: in color and completion they would only be noise. */
export const dialect = SQLDialect.define({
  ...spec,
  keywords: (spec.keywords ?? '')
    .split(' ')
    .filter((word) => !NAMES.has(word))
    .join(' '),
});
