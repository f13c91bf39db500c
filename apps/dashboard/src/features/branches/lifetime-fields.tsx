import type { Branch } from '@basalt/contract';
import { NativeSelect } from '@mantine/core';

/** How long a branch lives, in hours from now, and when it is paused, in minutes without use; empty: never. `kept`: as it is. */
export interface Lifetime {
  hours: string;
  minutes: string;
}

export const FOREVER: Lifetime = { hours: '', minutes: '' };

const HOURS = [
  { value: '', label: 'Never' },
  { value: '24', label: 'In 1 day' },
  { value: '168', label: 'In 7 days' },
  { value: '720', label: 'In 30 days' },
];
const MINUTES = [{ value: '', label: 'Never' }, ...[60, 1_440, 10_080].map(afterMinutes)];

function afterMinutes(minutes: number) {
  return { value: String(minutes), label: `After ${minutesText(minutes)} without use` };
}

/** In the largest unit that says it as it is: `90 minutes`, `1 hour`, `7 days`. */
export function minutesText(minutes: number): string {
  if (minutes % 1_440 === 0) return counted(minutes / 1_440, 'day');
  return minutes % 60 === 0 ? counted(minutes / 60, 'hour') : counted(minutes, 'minute');
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** As a branch has it now. A moment that was chosen before stays as long as nothing else is. */
export function lifetimeOf({ deletion_scheduled_at, pause_after_minutes }: Branch): Lifetime {
  return {
    hours: deletion_scheduled_at === undefined ? '' : 'kept',
    minutes: pause_after_minutes === undefined ? '' : String(pause_after_minutes),
  };
}

/** What is sent of it. */
export function lifetimeInput({ hours, minutes }: Lifetime) {
  return {
    ...(hours !== 'kept' && { delete_after_hours: hours === '' ? null : Number(hours) }),
    pause_after_minutes: minutes === '' ? null : Number(minutes),
  };
}

interface LifetimeFieldsProps {
  value: Lifetime;
  onChange: (value: Lifetime) => void;
}

/** Asks when a branch is deleted by itself, and when it is paused. */
export function LifetimeFields({ value, onChange }: LifetimeFieldsProps) {
  const { hours, minutes } = value;
  const kept = hours === 'kept' ? [{ value: 'kept', label: 'When it was to be' }] : [];
  const other = MINUTES.some((option) => option.value === minutes) ? [] : [afterMinutes(Number(minutes))];
  return (
    <>
      <NativeSelect
        label="Delete by itself"
        data={[...kept, ...HOURS]}
        value={hours}
        onChange={(event) => onChange({ ...value, hours: event.currentTarget.value })}
      />
      <NativeSelect
        label="Pause by itself"
        data={[...other, ...MINUTES]}
        value={minutes}
        onChange={(event) => onChange({ ...value, minutes: event.currentTarget.value })}
      />
    </>
  );
}
