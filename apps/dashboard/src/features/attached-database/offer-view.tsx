import type { RemoteOffer } from '@basalt/contract';
import { useState } from 'react';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { FactList } from '../../ui/lists/fact-list.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { Section } from '../../ui/pages/section.tsx';
import classes from './offer-view.module.css';
import { SentenceList } from './sentence-list.tsx';

/** What was asked for comes below a long form. */
const bringIntoSight = (found: HTMLDivElement | null) => found?.scrollIntoView({ block: 'center' });

/** What was found on a server, what stands in the way of attaching it, and what will be missing. */
export function OfferView({ offer }: { offer: RemoteOffer }) {
  const { server_version, user, problems, limits, extensions } = offer;
  return (
    <Section title="What was found">
      <div ref={bringIntoSight} className={classes.stack}>
        {problems.length > 0 && (
          <Notice tone="danger" title="This database cannot be attached yet">
            <SentenceList sentences={problems} />
          </Notice>
        )}
        <FactList
          facts={[
            { label: 'Server', value: `PostgreSQL ${server_version}` },
            { label: 'Role', value: user },
            { label: 'Extensions', value: `${extensions.length} can be created` },
          ]}
        />
        {problems.length === 0 &&
          (limits.length === 0 ? (
            <Notice tone="info" title="Everything that a project offers will work" />
          ) : (
            <Notice tone="warn" title="What will be missing">
              <SentenceList sentences={limits} />
            </Notice>
          ))}
        {extensions.length > 0 && <Extensions names={extensions} />}
      </div>
    </Section>
  );
}

/** Folded away until somebody looks for one. */
function Extensions({ names }: { names: readonly string[] }) {
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const shown = names.filter((name) => name.toLowerCase().includes(wanted));
  return (
    <details className={classes.extensions}>
      <summary>Show the extensions</summary>
      <SearchField label="Find an extension" value={text} onChange={setText} />
      {shown.length === 0 ? (
        <p className={classes.none}>The server has no extension of that name.</p>
      ) : (
        <ul className={classes.names} aria-label="Extensions">
          {shown.map((name) => (
            <li key={name}>
              <code>{name}</code>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
