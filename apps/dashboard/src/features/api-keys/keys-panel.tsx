import type { ApiKey, Project, ProjectApiSettings } from '@basalt/contract';
import { useState } from 'react';
import { SearchField } from '../../ui/fields/search-field.tsx';
import type { JwtKeysState } from './jwt-machine.ts';
import { findKeys, type KeyChange } from './key-change.ts';
import { KeyGroup } from './key-group.tsx';
import { KeyList } from './key-list.tsx';
import classes from './keys-panel.module.css';
import { LegacyKeys } from './legacy-keys.tsx';
import { useLastUses } from './use-last-uses.ts';

interface KeysPanelProps {
  project: Project;
  settings: ProjectApiSettings;
  /** Publishable and secret ones. */
  keys: readonly ApiKey[];
  jwt: JwtKeysState;
  onChange: (change: KeyChange) => void;
}

/** From so many keys on, a search is quicker than looking. */
const SEARCH_FROM = 8;

/** All keys of a project by kind. */
export function KeysPanel({ project, settings, keys, jwt, onChange }: KeysPanelProps) {
  const lastUses = useLastUses(project.ref);
  const [search, setSearch] = useState('');
  const found = findKeys(keys, search);
  const list = (type: ApiKey['type']) => {
    const some = found.filter((key) => key.type === type);
    // These keys have nothing to do with the JWT secret; they only keep still while it changes.
    const props = { project, keys: some, isUsable: jwt !== 'updating', lastUses, onChange };
    return some.length === 0 ? null : <KeyList {...props} />;
  };
  return (
    <div>
      {keys.length >= SEARCH_FROM && (
        <div className={classes.search}>
          <SearchField label="Search by name or description" value={search} onChange={setSearch} />
        </div>
      )}
      <KeyGroup
        title="Publishable keys"
        description="For browsers and mobile apps. What they may do is up to your policies."
        empty={
          search === ''
            ? 'No publishable keys. Create one for your apps.'
            : 'No publishable key is called that.'
        }
      >
        {list('publishable')}
      </KeyGroup>
      <KeyGroup
        title="Secret keys"
        description="For servers and scripts. They bypass row level security; browsers are refused."
        empty={
          search === '' ? 'No secret keys. Create one for your servers.' : 'No secret key is called that.'
        }
      >
        {list('secret')}
      </KeyGroup>
      <LegacyKeys project={project} settings={settings} jwt={jwt} lastUses={lastUses} />
    </div>
  );
}
