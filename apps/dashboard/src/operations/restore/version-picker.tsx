import type { AvailableVersion } from '@basalt/contract';
import { NativeSelect } from '@mantine/core';
import { Tag } from '../../ui/status/tag.tsx';
import { encodeVersion, sortVersions, versionText } from './version-choice.ts';
import classes from './version-picker.module.css';

interface VersionPickerProps {
  versions: readonly AvailableVersion[];
  choice: string;
  isLoading: boolean;
  error: string | null;
  onChoose: (choice: string) => void;
}

/** One of the versions that a project can run. A channel other than the ordinary one is named. */
export function VersionPicker({ versions, choice, isLoading, error, onChoose }: VersionPickerProps) {
  const chosen = versions.find((version) => encodeVersion(version) === choice);
  const isEmpty = versions.length === 0;
  return (
    <NativeSelect
      label={
        <span className={classes.label}>
          Postgres version
          {chosen !== undefined && chosen.release_channel !== 'ga' && (
            <Tag tone="warn">{chosen.release_channel}</Tag>
          )}
        </span>
      }
      aria-label="Postgres version"
      disabled={isLoading || isEmpty}
      error={error}
      data={
        isEmpty
          ? [{ value: '', label: isLoading ? 'Loading versions' : 'The version it has' }]
          : sortVersions(versions).map((version) => ({
              value: encodeVersion(version),
              label: optionText(version),
            }))
      }
      value={choice}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  );
}

function optionText(version: AvailableVersion): string {
  const text = versionText(version);
  return version.release_channel === 'ga' ? text : `${text} (${version.release_channel})`;
}
