import type { GridColumn } from '@basalt/contract';
import type { TableView, ViewFilter } from '../view/table-view.ts';
import { withSort } from '../view/table-view.ts';

/** What is being typed into the bar: first a column, then what to do with it, then a value. */
export interface FilterEntry {
  column: string | null;
  operator: ViewFilter['operator'] | null;
  text: string;
}

export const EMPTY_ENTRY: FilterEntry = { column: null, operator: null, text: '' };

export interface Suggestion {
  /** Unique among those that are offered at once. */
  id: string;
  label: string;
  hint?: string;
  choose:
    | { column: string }
    | { operator: ViewFilter['operator'] }
    | { sort: 'asc' | 'desc' }
    | { value: string };
}

const OPERATORS: readonly { operator: ViewFilter['operator']; words: string }[] = [
  { operator: '=', words: 'equals' },
  { operator: '<>', words: 'does not equal' },
  { operator: '>', words: 'is greater than' },
  { operator: '<', words: 'is less than' },
  { operator: '>=', words: 'is at least' },
  { operator: '<=', words: 'is at most' },
  { operator: '~~', words: 'matches a pattern' },
  { operator: '~~*', words: 'matches a pattern, whatever the case' },
  { operator: 'in', words: 'is one of' },
  { operator: 'is', words: 'is NULL, true or false' },
];

export function operatorWords(operator: ViewFilter['operator']): string {
  return OPERATORS.find((one) => one.operator === operator)?.words ?? operator;
}

/** Operators that make sense for values of a kind. PostgreSQL has the last word. */
function operatorsFor(kind: GridColumn['kind']): readonly ViewFilter['operator'][] {
  if (kind === 'json') return ['is', '=', '<>'];
  if (kind === 'boolean') return ['is', '=', '<>'];
  const compare: ViewFilter['operator'][] = ['=', '<>', '>', '<', '>=', '<=', 'in', 'is'];
  return kind === 'text' || kind === 'other'
    ? ['=', '<>', '~~*', '~~', 'in', 'is', '>', '<', '>=', '<=']
    : compare;
}

/** What can be chosen now, by what is typed. */
export function suggestions(entry: FilterEntry, columns: readonly GridColumn[]): Suggestion[] {
  const text = entry.text.trim().toLowerCase();
  const column = columns.find(({ name }) => name === entry.column);
  if (column === undefined)
    return columns
      .filter(({ name }) => name.toLowerCase().includes(text))
      .sort(
        (a, b) =>
          Number(b.name.toLowerCase().startsWith(text)) - Number(a.name.toLowerCase().startsWith(text)),
      )
      .map(({ name, type }) => ({ id: `column ${name}`, label: name, hint: type, choose: { column: name } }));
  if (entry.operator === null) return operatorSuggestions(column, text);
  return valueSuggestions(column, entry.operator).filter(({ label }) => label.toLowerCase().includes(text));
}

function operatorSuggestions(column: GridColumn, text: string): Suggestion[] {
  const operators = operatorsFor(column.kind).map((operator): Suggestion => {
    return { id: operator, label: operator, hint: operatorWords(operator), choose: { operator } };
  });
  const sorts: Suggestion[] =
    column.type === 'json'
      ? []
      : [
          { id: 'sort asc', label: 'sort ascending', choose: { sort: 'asc' } },
          { id: 'sort desc', label: 'sort descending', choose: { sort: 'desc' } },
        ];
  const all = [...operators, ...sorts];
  // A sign that is typed out means itself: `<` is not `<=`.
  const exact = all.filter(({ label }) => label === text);
  const others = all.filter(
    ({ label, hint = '' }) => label !== text && `${label} ${hint}`.toLowerCase().includes(text),
  );
  return [...exact, ...others];
}

function valueSuggestions({ kind, enum_values }: GridColumn, operator: ViewFilter['operator']): Suggestion[] {
  const value = (text: string): Suggestion => ({ id: `value ${text}`, label: text, choose: { value: text } });
  if (operator === 'is')
    return ['null', 'not null', ...(kind === 'boolean' ? ['true', 'false', 'unknown'] : [])].map(value);
  if (kind === 'boolean') return ['true', 'false'].map(value);
  return kind === 'enum' ? enum_values.map(value) : [];
}

/** The entry after a choice, and the view when that completes it. */
export function choose(
  entry: FilterEntry,
  { choose: choice }: Suggestion,
  view: TableView,
): { entry: FilterEntry; view: TableView | null } {
  if ('column' in choice) return { entry: { ...EMPTY_ENTRY, column: choice.column }, view: null };
  if ('operator' in choice) return { entry: { ...entry, operator: choice.operator, text: '' }, view: null };
  if ('value' in choice) return complete({ ...entry, text: choice.value }, view);
  const sorts = withSort(view.sorts, entry.column ?? '', choice.sort === 'asc');
  return { entry: EMPTY_ENTRY, view: { ...view, sorts } };
}

/** The view with the filter that was typed, once it has all its parts. An empty value is a value, except for lists. */
export function complete(
  entry: FilterEntry,
  view: TableView,
): { entry: FilterEntry; view: TableView | null } {
  const { column, operator, text } = entry;
  if (column === null || operator === null || (operator === 'is' && text.trim() === ''))
    return { entry, view: null };
  const filter: ViewFilter = { column, operator, value: text };
  return { entry: EMPTY_ENTRY, view: { ...view, filters: [...view.filters, filter] } };
}

/** One step back from an empty field: the part before is typed again. */
export function stepBack(entry: FilterEntry): FilterEntry {
  if (entry.operator !== null) return { ...entry, operator: null, text: '' };
  return entry.column === null ? entry : { ...EMPTY_ENTRY, text: '' };
}
