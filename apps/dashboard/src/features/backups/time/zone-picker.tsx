import { IconCheck, IconSelector } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import item from '../../../ui/menu-item.module.css';
import { Dropdown } from '../../../ui/menus/dropdown.tsx';
import { findZones, listZones, zoneLabel } from './time-zones.ts';
import { offsetLabel, zoneOffset } from './wall-time.ts';
import classes from './zone-picker.module.css';

/** More than one looks through; typing finds the others. */
const MOST = 60;

interface ZonePickerProps {
  zone: string;
  onChange: (zone: string) => void;
  /** field: like a field of a form. quiet: like a word in a line. */
  look?: 'field' | 'quiet';
}

/** One of the world's time zones, found by name or offset. */
export function ZonePicker({ zone, onChange, look = 'field' }: ZonePickerProps) {
  return (
    <Dropdown
      label={`Time zone: ${zoneLabel(zone)}`}
      className={look === 'field' ? classes.field : classes.quiet}
      align={look === 'field' ? 'start' : 'end'}
      trigger={
        <>
          <span className={classes.name}>{zoneLabel(zone)}</span>
          <IconSelector size={14} stroke={1.75} aria-hidden="true" />
        </>
      }
    >
      {(close) => (
        <ZoneList
          zone={zone}
          onChoose={(next) => {
            close();
            onChange(next);
          }}
        />
      )}
    </Dropdown>
  );
}

function ZoneList({ zone, onChoose }: { zone: string; onChoose: (zone: string) => void }) {
  const [typed, setTyped] = useState('');
  const zones = useMemo(() => listZones(), []);
  const now = Date.now();
  const found = findZones(zones, typed, now);
  const shown = found.slice(0, MOST);
  return (
    <div className={classes.panel}>
      <SearchField label="Find a city or offset..." value={typed} onChange={setTyped} />
      <ul className={classes.list} aria-label="Time zones">
        {shown.map((name) => (
          <li key={name}>
            <button
              type="button"
              className={item.item}
              aria-current={name === zone || undefined}
              onClick={() => onChoose(name)}
            >
              <span className={classes.choice}>{zoneLabel(name)}</span>
              <span className={classes.offset}>{offsetLabel(zoneOffset(now, name))}</span>
              <span className={classes.mark}>
                {name === zone && <IconCheck size={14} stroke={2} aria-hidden="true" />}
              </span>
            </button>
          </li>
        ))}
        {found.length === 0 && <li className={classes.more}>No time zone matches.</li>}
        {found.length > shown.length && (
          <li className={classes.more}>{found.length - shown.length} more. Type to find them.</li>
        )}
      </ul>
    </div>
  );
}
