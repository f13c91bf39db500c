import { Tag } from '../../ui/status/tag.tsx';
import classes from './schema-tags.module.css';

interface SchemaTagsProps {
  names: readonly string[];
  /** Null when not known. */
  available: readonly string[] | null;
  /** The first one is the default. */
  marksFirst?: boolean;
}

/** The chosen schemas in their order. */
export function SchemaTags({ names, available, marksFirst = false }: SchemaTagsProps) {
  if (names.length === 0) return null;
  return (
    <span className={classes.tags}>
      {names.map((name, i) => {
        const isMissing = available !== null && !available.includes(name);
        return (
          <Tag key={name} tone={isMissing ? 'warn' : 'plain'}>
            <span className={classes.name}>{name}</span>
            {isMissing ? ' (does not exist)' : marksFirst && i === 0 && names.length > 1 && ' (default)'}
          </Tag>
        );
      })}
    </span>
  );
}
