import { KeyCaps } from '../../ui/key-caps.tsx';
import classes from './command-menu.module.css';
import type { Command } from './commands.ts';

/** The element of a command. */
export const optionId = (list: string, { id }: Command) => `${list}-${encodeURIComponent(id)}`;

interface CommandListProps {
  id: string;
  commands: readonly Command[];
  /** The one that Enter runs. */
  marked: Command | undefined;
  onChoose: (command: Command) => void;
}

/** What was found, in groups. The focus stays in the field, which says which line is marked. */
export function CommandList({ id, commands, marked, onChoose }: CommandListProps) {
  return (
    <div
      id={id}
      className={classes.list}
      role="listbox"
      aria-label="What was found"
      tabIndex={-1}
      hidden={commands.length === 0}
    >
      {[...Map.groupBy(commands, ({ group }) => group)].map(([group, members]) => (
        // biome-ignore lint/a11y/useSemanticElements: a list of options has no field sets
        <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
          <div id={`${id}-${group}`} className={classes.group}>
            {group}
          </div>
          {members.map((command) => (
            // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the field has the focus and its keys
            <div
              key={command.id}
              id={optionId(id, command)}
              className={classes.option}
              role="option"
              aria-selected={command === marked}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(command)}
            >
              <span className={classes.label}>{command.label}</span>
              <span className={classes.description}>{command.description}</span>
              {command.keys !== undefined && (
                <span className={classes.keys} aria-hidden="true">
                  <KeyCaps keys={command.keys} />
                </span>
              )}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
