import { IconX } from '@tabler/icons-react';
import { useMemo } from 'react';
import { CopyButton } from '../copy/copy-button.tsx';
import { type GridField, isJsonType, readableValue, seen } from './cell-text.ts';
import classes from './value-panel.module.css';

/** A longer value is cut on the screen only; copying takes all of it. */
const SHOWN_LENGTH = 200_000;

interface ValuePanelProps {
  field: GridField;
  value: string | null;
  rowNumber: number;
  onClose: () => void;
}

/** One value in full, beside the grid. It follows the active cell; Escape closes it. */
export function ValuePanel({ field, value, rowNumber, onClose }: ValuePanelProps) {
  const text = useMemo(() => fullText(value, field.type), [value, field.type]);
  return (
    <section
      className={classes.root}
      aria-label={`Value of ${field.name}, row ${rowNumber}`}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <header className={classes.header}>
        <span className={classes.title}>
          <strong>{field.name}</strong> <span className={classes.quiet}>{field.type}</span>
          <span className={classes.quiet}>{describe(value, rowNumber)}</span>
        </span>
        {value !== null && <CopyButton value={text} label="value" />}
        <button type="button" className={classes.close} aria-label="Close the value" onClick={onClose}>
          <IconX size={15} stroke={1.75} aria-hidden />
        </button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long value must be scrollable from the keyboard */}
      <pre className={classes.value} tabIndex={0}>
        {value === null ? <em className={classes.quiet}>NULL</em> : seen(text.slice(0, SHOWN_LENGTH))}
      </pre>
      {text.length > SHOWN_LENGTH && (
        <p className={classes.note}>
          The first {SHOWN_LENGTH.toLocaleString('en')} characters are shown. Copy takes the whole value.
        </p>
      )}
    </section>
  );
}

function fullText(value: string | null, type: string): string {
  if (value === null) return '';
  // Parsing would lose digits of large numbers, so indenting is left out where a long number appears.
  if (!isJsonType(type) || value.length > SHOWN_LENGTH || /\d{16}/.test(value))
    return readableValue(value, type);
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    return value;
  }
}

function describe(value: string | null, rowNumber: number): string {
  const size = value === null ? '' : `, ${value.length.toLocaleString('en')} characters`;
  return `Row ${rowNumber.toLocaleString('en')}${size}`;
}
