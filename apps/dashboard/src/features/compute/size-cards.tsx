import type { ComputeSettings, ComputeSize } from '@basalt/contract';
import { useId } from 'react';
import choice from '../../ui/fields/choice-card.module.css';
import { Tag } from '../../ui/status/tag.tsx';
import classes from './size-cards.module.css';

interface SizeCardsProps {
  settings: ComputeSettings;
  value: ComputeSize;
  /** May be looked at but not changed. */
  isReadOnly: boolean;
  onChange: (size: ComputeSize) => void;
}

/** The compute sizes to choose from. Those that the machine cannot hold say why. */
export function SizeCards({ settings, value, isReadOnly, onChange }: SizeCardsProps) {
  const id = useId();
  return (
    <fieldset className={classes.cards}>
      <legend className="visually-hidden">Compute size</legend>
      {settings.sizes.map((size) => (
        <label
          key={size.id}
          className={`${choice.card} ${classes.card}`}
          data-disabled={size.unavailable !== null || undefined}
        >
          <input
            type="radio"
            name={id}
            className={choice.input}
            aria-label={size.id}
            aria-describedby={`${id}-${size.id}`}
            checked={value === size.id}
            disabled={size.unavailable !== null || (isReadOnly && value !== size.id)}
            onChange={() => onChange(size.id)}
          />
          <span className={classes.head}>
            <span className={classes.name}>{size.id}</span>
            {size.id === settings.size && <Tag tone="ok">Now</Tag>}
          </span>
          <span id={`${id}-${size.id}`} className={classes.facts}>
            <span>{memoryLabels(size.memory_mb)} memory</span>
            <span>
              {size.cpus} {size.cpus === 1 ? 'processor' : 'processors'}
            </span>
            <span>{size.max_connections} connections</span>
            {size.unavailable !== null && <span className={classes.why}>{size.unavailable}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** A size of memory for people: `512 MB`, `1 GB`, `32 GB`. */
export function memoryLabels(megabytes: number): string {
  if (megabytes < 1_024) return `${megabytes} MB`;
  return `${Math.round((megabytes / 1_024) * 10) / 10} GB`;
}
