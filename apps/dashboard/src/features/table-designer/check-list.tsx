import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type DraftCheck, newKey } from './design-draft.ts';
import classes from './table-designer.module.css';
import type { PartProps } from './table-fields.tsx';

/** Conditions on whole rows. Those on one column are said with the column. */
export function CheckList({ draft, onChange, errorAt }: PartProps) {
  const { checks } = draft;
  const change = (key: string, part: Partial<DraftCheck>) =>
    onChange({ ...draft, checks: checks.map((one) => (one.key === key ? { ...one, ...part } : one)) });
  return (
    <section className={classes.group} aria-labelledby="designer-checks">
      <h3 id="designer-checks" className={classes.heading}>
        Checks
      </h3>
      {checks.length > 0 && (
        <ul className={classes.list}>
          {checks.map(({ key, name, expression }, position) => (
            <li key={key} className={classes.card} aria-label={`Check ${position + 1}`}>
              <div className={classes.pair}>
                <TextInput
                  label="Name"
                  placeholder="Chosen by PostgreSQL"
                  value={name ?? ''}
                  error={errorAt(`checks.${position}.name`)}
                  onChange={(event) => change(key, { name: event.currentTarget.value })}
                  spellCheck={false}
                />
                <TextInput
                  label="Condition"
                  placeholder="starts_at < ends_at"
                  value={expression}
                  error={errorAt(`checks.${position}.expression`)}
                  onChange={(event) => change(key, { expression: event.currentTarget.value })}
                  spellCheck={false}
                />
              </div>
              <div className={classes.tools}>
                <ActionIcon
                  aria-label={`Remove check ${position + 1}`}
                  onClick={() => onChange({ ...draft, checks: checks.filter((one) => one.key !== key) })}
                >
                  <IconTrash size={15} stroke={1.75} aria-hidden="true" />
                </ActionIcon>
              </div>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button
          leftSection={<IconPlus size={15} stroke={1.75} aria-hidden="true" />}
          onClick={() =>
            onChange({
              ...draft,
              checks: [...checks, { key: newKey(), id: null, name: null, expression: '' }],
            })
          }
        >
          Add check
        </Button>
      </div>
    </section>
  );
}
