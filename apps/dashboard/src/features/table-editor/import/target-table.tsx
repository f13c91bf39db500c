import type { GridColumn } from '@basalt/contract';
import type { FileHead } from './guess-file.ts';
import classes from './import-panel.module.css';

const SHOWN_RECORDS = 4;

interface TargetTableProps {
  head: FileHead;
  isHeader: boolean;
  columns: readonly GridColumn[];
  targets: readonly (string | null)[];
  onChange: (targets: (string | null)[]) => void;
}

/** The values of a record with examples, and the column that each of them goes to. */
export function TargetTable({ head, isHeader, columns, targets, onChange }: TargetTableProps) {
  const names = head.names ?? (isHeader ? (head.records[0] ?? []) : []);
  const examples = head.records.slice(isHeader ? 1 : 0).slice(0, SHOWN_RECORDS);
  const fillable = columns.filter(({ is_generated }) => !is_generated);
  return (
    <table className={classes.targets}>
      <caption className="visually-hidden">Where the values of a row go</caption>
      <thead>
        <tr>
          <th scope="col">In the file</th>
          <th scope="col">Column</th>
        </tr>
      </thead>
      <tbody>
        {targets.map((target, place) => {
          const name = names[place] ?? `Value ${place + 1}`;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a value of a file is known by its place
            <tr key={place}>
              <th scope="row">
                {name}
                <span className={classes.example}>
                  {examples
                    .map((record) => record[place] ?? '')
                    .filter((cell) => cell !== '')
                    .join(', ')}
                </span>
              </th>
              <td>
                <select
                  aria-label={`Column for ${name}`}
                  value={target ?? ''}
                  onChange={(event) => {
                    const { value } = event.currentTarget;
                    const next = value === '' ? null : value;
                    // A column is filled once.
                    const others = targets.map((each) => (each !== null && each === next ? null : each));
                    onChange(others.map((each, index) => (index === place ? next : each)));
                  }}
                >
                  <option value="">Leave out</option>
                  {fillable
                    // Lines of JSON name their columns themselves.
                    .filter((column) => head.names === null || column.name === names[place])
                    .map((column) => (
                      <option key={column.name} value={column.name}>
                        {column.name}
                      </option>
                    ))}
                </select>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
