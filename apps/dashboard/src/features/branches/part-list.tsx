import type { BranchDifference, NamedChange, SettingArea, SettingChange } from '@basalt/contract';
import { Tag } from '../../ui/status/tag.tsx';
import classes from './branch-changes.module.css';

const CHANGES = { added: 'New', changed: 'Changed', missing: 'Only in the project' } as const;

const AREAS: Record<SettingArea, string> = {
  auth: 'Auth',
  data_api: 'Data API',
  storage: 'Storage',
  realtime: 'Realtime',
};

/** Names of what is brought along with a merge. */
export interface ChosenParts {
  functions: readonly string[];
  secrets: readonly string[];
  settings: readonly string[];
}

const mayBeBrought = ({ change }: NamedChange) => change !== 'missing';
const settingKey = ({ area, name }: SettingChange) => `${area}.${name}`;

/** Functions that the branch has made or changed; secrets and settings only when somebody says so. */
export function usuallyChosen({ functions }: Pick<BranchDifference, 'functions'>): ChosenParts {
  const brought = functions.filter((each) => mayBeBrought(each) && !each.theirs);
  return { functions: brought.map(({ name }) => name), secrets: [], settings: [] };
}

export function hasParts({ functions, secrets, settings }: BranchDifference): boolean {
  return settings.length > 0 || [...functions, ...secrets].some(mayBeBrought);
}

interface PartListsProps {
  difference: BranchDifference;
  chosen: ChosenParts;
  onChoose: (chosen: ChosenParts) => void;
}

/** What differs beside the schema, each with a box that brings it along with a merge. */
export function PartLists({ difference, chosen, onChoose }: PartListsProps) {
  const { functions, secrets, settings } = difference;
  const choose = (kind: keyof ChosenParts) => (names: readonly string[]) =>
    onChoose({ ...chosen, [kind]: names });
  return (
    <>
      <PartList
        title="Functions"
        changes={functions.map((each) => ({ ...each, key: each.name }))}
        chosen={chosen.functions}
        onChoose={choose('functions')}
      />
      <PartList
        title="Secrets of functions"
        changes={secrets.map((each) => ({ ...each, key: each.name }))}
        chosen={chosen.secrets}
        onChoose={choose('secrets')}
      />
      <PartList
        title="Settings"
        changes={settings.map((each) => ({
          ...each,
          key: settingKey(each),
          name: `${AREAS[each.area]}: ${each.name}`,
          detail: each.is_secret ? 'A secret: its value is not shown' : valuesOf(each),
          always: true,
        }))}
        chosen={chosen.settings}
        onChoose={choose('settings')}
      />
    </>
  );
}

const LONGEST_VALUE = 120;

function valuesOf({ project_value: from, branch_value: to }: SettingChange): string {
  return `${shortened(from)} → ${shortened(to)}`;
}

function shortened(value: string | null): string {
  if (value === null || value === '') return 'nothing';
  return value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value;
}

interface PartListProps {
  title: string;
  changes: readonly (NamedChange & { key: string; detail?: string; always?: boolean })[];
  chosen: readonly string[];
  onChoose: (chosen: readonly string[]) => void;
}

function PartList({ title, changes, chosen, onChoose }: PartListProps) {
  if (changes.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className={classes.heading}>{title}</h3>
      <ul className={classes.list}>
        {changes.map(({ key, name, change, theirs, detail, always }) => (
          <li key={key} className={classes.named}>
            {always === true || change !== 'missing' ? (
              <label className={classes.choice}>
                <input
                  type="checkbox"
                  checked={chosen.includes(key)}
                  onChange={({ currentTarget: { checked } }) =>
                    onChoose(checked ? [...chosen, key] : chosen.filter((each) => each !== key))
                  }
                />
                <Subject name={name} detail={detail} />
              </label>
            ) : (
              <Subject name={name} detail={detail} />
            )}
            <span className={classes.tags}>
              {theirs && (
                <Tag tone="warn" title="The project has changed it since: bringing it takes that back.">
                  Newer in the project
                </Tag>
              )}
              <Tag>{always === true ? 'Changed' : CHANGES[change]}</Tag>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Subject({ name, detail }: { name: string; detail: string | undefined }) {
  return (
    <span className={classes.subject}>
      {name}
      {detail !== undefined && <span className={classes.detail}>{detail}</span>}
    </span>
  );
}
