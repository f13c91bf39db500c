import type { ApiKey, Project } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { CodeLine } from '../../ui/copy/code-line.tsx';
import { RowMenu } from '../../ui/menus/row-menu.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import classes from './key-list.module.css';
import { KeyRow, VisibilityTag } from './key-rows.tsx';
import type { KeyChange } from './keys-state.ts';
import type { LastUses } from './last-use.tsx';
import { LastUse } from './last-use.tsx';
import { SecretLine } from './secret-line.tsx';

interface KeyListProps {
  project: Project;
  keys: readonly ApiKey[];
  /** Copy and reveal can be pressed. */
  isUsable: boolean;
  /** When keys were used last, by their id; null while that is not known. */
  lastUses: LastUses | null;
  onChange: (change: KeyChange) => void;
}

/** So many keys are shown at first. */
const ROOM = 10;

/** Publishable or secret keys. */
export function KeyList({ keys, ...props }: KeyListProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole || keys.length <= ROOM + 1 ? keys : keys.slice(0, ROOM);
  return (
    <>
      {shown.map((key) => (
        <Entry key={key.id} apiKey={key} {...props} />
      ))}
      {shown.length < keys.length && (
        <li className={classes.more}>
          <Button size="xs" onClick={() => setWhole(true)}>
            Show all {keys.length} {keys[0]?.type} keys
          </Button>
        </li>
      )}
    </>
  );
}

interface EntryProps extends Omit<KeyListProps, 'keys'> {
  apiKey: ApiKey;
}

function Entry({ project, apiKey: key, isUsable, lastUses, onChange }: EntryProps) {
  const entries = () => [
    { label: 'Edit name and description', onChoose: () => onChange({ kind: 'edit', key }) },
    { label: 'Delete key', tone: 'danger' as const, onChoose: () => onChange({ kind: 'delete', key }) },
  ];
  const load = async () => {
    const answer = await api.apiKeys.v1Get({ ref: project.ref, id: key.id ?? '', reveal: true });
    return answer.api_key ?? '';
  };
  return (
    <KeyRow
      name={key.name}
      tags={<VisibilityTag isPublic={key.type === 'publishable'} />}
      note={<KeyNote apiKey={key} lastUses={lastUses} />}
      {...(project.abilities.update_api_config
        ? { menu: <RowMenu label={`Actions for ${key.type} key ${key.name}`} entries={entries} /> }
        : {})}
    >
      {key.type === 'publishable' ? (
        <CodeLine label={`publishable key ${key.name}`} value={key.api_key ?? ''} copy={isUsable} />
      ) : (
        <SecretLine
          label={`secret key ${key.name}`}
          masked={key.api_key ?? key.prefix ?? ''}
          load={load}
          isUsable={isUsable}
        />
      )}
    </KeyRow>
  );
}

interface KeyNoteProps {
  apiKey: ApiKey;
  lastUses: LastUses | null;
}

function KeyNote({ apiKey: { id, description, inserted_at }, lastUses }: KeyNoteProps) {
  return (
    <>
      {description !== null && description !== '' && (
        <span className={classes.description} title={description}>
          {description}
        </span>
      )}
      Created {inserted_at === null ? 'some time ago' : <TimeAgo date={inserted_at} />}
      <LastUse id={id} lastUses={lastUses} />
    </>
  );
}
