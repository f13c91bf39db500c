import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { SearchField } from '../ui/fields/search-field.tsx';
import classes from './setting-search.module.css';
import { type SettingScope, useSettingFinds } from './use-setting-finds.ts';

interface SettingSearchProps {
  scope: SettingScope;
  /** What stands below the field while nobody looks for anything. */
  children: ReactNode;
}

/** Finds any setting of a project or organization by what it is called or does, and leads to its field. */
export function SettingSearch({ scope, children }: SettingSearchProps) {
  const [text, setText] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const finds = useSettingFinds(scope, text);
  const isAsked = text.trim().length >= 2;

  function press(event: KeyboardEvent) {
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    if (event.key === 'Escape' && text !== '') setText('');
    else if (event.key === 'Enter' && at === -1) links[0]?.click();
    else if (event.key === 'ArrowDown') links[at + 1]?.focus();
    else if (event.key === 'ArrowUp' && at > 0) links[at - 1]?.focus();
    else return;
    event.preventDefault();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys go through what the field found
    <div
      className={classes.search}
      onKeyDown={(event) => {
        // A link that has the focus is followed by its own Enter.
        if (!(event.key === 'Enter' && event.target instanceof HTMLAnchorElement)) press(event);
      }}
    >
      <SearchField label="Find a setting" value={text} onChange={setText} />
      {!isAsked && children}
      {isAsked && (
        <ul ref={list} className={classes.finds} aria-label="Settings found">
          {finds.map(({ name, pageName, section, link, path, label }) => (
            <li key={`${path} ${section} ${label}`}>
              <Link {...link} className={classes.find} onClick={() => setText('')}>
                {name}
                <span className={classes.where}>
                  {label === undefined ? pageName : `${pageName}, ${section}`}
                </span>
              </Link>
            </li>
          ))}
          {finds.length === 0 && <li className={classes.none}>No setting is called that.</li>}
        </ul>
      )}
    </div>
  );
}
