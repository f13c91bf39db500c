import type { GridColumn } from '@basalt/contract';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { checkValue, formatJson } from './check-value.ts';
import { isMoment, momentOfPicker, nowText, pickerValue } from './moment-text.ts';
import { canBeDefault, DEFAULT, isDefault, type NewValue } from './new-value.ts';
import classes from './value-field.module.css';

interface ValueFieldProps {
  column: GridColumn;
  /** Undefined: nothing is said about the column. */
  value: NewValue | undefined;
  onChange: (value: NewValue) => void;
  /** Takes the focus at once. */
  isFirst?: boolean;
  /** A new row may name the default; an existing one too. */
  labelledBy?: string;
  /** More ways to a value, such as from another table. */
  more?: ReactNode;
}

/** One value of a column, edited as its type demands. Alt+N makes it NULL, Alt+D its default. */
export function ValueField(props: ValueFieldProps) {
  const { column, value, onChange, isFirst = false, labelledBy, more } = props;
  const problemId = useId();
  const text = typeof value === 'string' ? value : '';
  const problem = typeof value === 'string' ? checkValue(column, value) : null;
  const keys = (event: KeyboardEvent) => {
    if (!event.altKey || event.metaKey || event.ctrlKey) return;
    if (event.code === 'KeyN' && column.is_nullable) onChange(null);
    else if (event.code === 'KeyD' && canBeDefault(column)) onChange(DEFAULT);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const shared = {
    'aria-label': labelledBy === undefined ? `Value of ${column.name}` : undefined,
    'aria-labelledby': labelledBy,
    'aria-invalid': problem !== null,
    'aria-describedby': problem === null ? undefined : problemId,
    placeholder: placeholderOf(value, column),
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys do what the buttons below do
    <div className={classes.field} onKeyDown={keys}>
      <Input
        column={column}
        text={text}
        value={value}
        onChange={onChange}
        isFirst={isFirst}
        shared={shared}
      />
      {problem !== null && (
        <p id={problemId} className={classes.problem}>
          {problem}
        </p>
      )}
      <div className={classes.tools}>
        {more}
        {column.kind === 'json' && formatJson(text) !== null && (
          <button type="button" onClick={() => onChange(formatJson(text) ?? text)}>
            Format
          </button>
        )}
        {column.kind === 'uuid' && (
          <button type="button" onClick={() => onChange(randomUuid())}>
            New UUID
          </button>
        )}
        {isMoment(column) && (
          <button type="button" onClick={() => onChange(nowText(column, new Date()))}>
            Now
          </button>
        )}
        {column.kind === 'text' && value !== '' && (
          <button type="button" onClick={() => onChange('')}>
            Empty
          </button>
        )}
        {column.is_nullable && (
          <button type="button" aria-pressed={value === null} title="Alt+N" onClick={() => onChange(null)}>
            NULL
          </button>
        )}
        {canBeDefault(column) && (
          <button
            type="button"
            aria-pressed={isDefault(value)}
            title="Alt+D"
            onClick={() => onChange(DEFAULT)}
          >
            DEFAULT
          </button>
        )}
      </div>
    </div>
  );
}

function placeholderOf(value: NewValue | undefined, column: GridColumn): string {
  if (value === null) return 'NULL';
  if (isDefault(value) || (value === undefined && canBeDefault(column)))
    return `DEFAULT${column.default_value === null ? '' : ` ${column.default_value}`}`;
  return value === undefined && column.is_nullable ? 'NULL' : '';
}

interface InputProps {
  column: GridColumn;
  text: string;
  value: NewValue | undefined;
  onChange: (value: NewValue) => void;
  isFirst: boolean;
  shared: Record<string, string | boolean | undefined>;
}

function Input({ column, text, value, onChange, isFirst, shared }: InputProps) {
  const field = useRef<HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement>(null);
  useEffect(() => {
    if (!isFirst) return;
    field.current?.focus();
    field.current?.select?.();
  }, [isFirst]);
  const change = (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value);
  const choices = choicesOf(column);
  if (choices !== null)
    return (
      <select ref={field} {...shared} value={typeof value === 'string' ? text : '\u0000'} onChange={change}>
        {typeof value !== 'string' && (
          <option value={'\u0000'}>{placeholderOf(value, column) || 'Choose…'}</option>
        )}
        {typeof value === 'string' && !choices.some((choice) => choice.value === text) && (
          <option value={text}>{text}</option>
        )}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    );
  if (isSingleLine(column.kind))
    return (
      <span className={classes.line}>
        <input
          ref={field}
          {...shared}
          type="text"
          inputMode={column.kind === 'integer' ? 'numeric' : column.kind === 'number' ? 'decimal' : 'text'}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={change}
        />
        {isMoment(column) && (
          <input
            type={column.kind === 'date' ? 'date' : column.kind === 'time' ? 'time' : 'datetime-local'}
            className={classes.picker}
            step={column.kind === 'date' ? undefined : 1}
            aria-label={`Pick ${column.name}`}
            value={pickerValue(column, text)}
            onChange={(event) => {
              if (event.currentTarget.value !== '')
                onChange(momentOfPicker(column, event.currentTarget.value, text));
            }}
          />
        )}
      </span>
    );
  return (
    <textarea
      ref={field}
      {...shared}
      rows={column.kind === 'text' ? Math.min(8, Math.max(2, text.split('\n').length)) : 5}
      spellCheck={column.kind === 'text'}
      value={text}
      onChange={change}
    />
  );
}

/** Whether line breaks have no place in its values. */
export function isSingleLine(kind: GridColumn['kind']): boolean {
  return ['integer', 'number', 'date', 'time', 'timestamp', 'uuid', 'range', 'boolean', 'enum'].includes(
    kind,
  );
}

function choicesOf({ kind, enum_values }: GridColumn): { value: string; label: string }[] | null {
  if (kind === 'boolean')
    return [
      { value: 't', label: 'true' },
      { value: 'f', label: 'false' },
    ];
  return kind === 'enum' ? enum_values.map((value) => ({ value, label: value })) : null;
}

/** `crypto.randomUUID` exists only where the page came over https or from this machine. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
