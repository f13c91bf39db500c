import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import classes from './guide-choice.module.css';
import type { Guide } from './guides/guide.ts';

interface GuideChoiceProps {
  /** What is chosen. */
  label: string;
  guides: readonly Pick<Guide, 'id' | 'label'>[];
  current: string;
  /** One field in place of a list. */
  isNarrow: boolean;
  onChoose: (id: string) => void;
}

/** What there is to choose of a tab. */
export function GuideChoice({ label, guides, current, isNarrow, onChoose }: GuideChoiceProps) {
  if (isNarrow)
    return (
      <div className={classes.field}>
        <ChoiceField
          label={label}
          value={current}
          options={guides.map(({ id, label }) => ({ value: id, label }))}
          onChange={onChoose}
        />
      </div>
    );
  return (
    <nav className={classes.list} aria-label={label}>
      <ul>
        {guides.map(({ id, label }) => (
          <li key={id}>
            <button
              type="button"
              className={classes.choice}
              aria-current={id === current ? 'page' : undefined}
              onClick={() => onChoose(id)}
            >
              {label}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
