import { type ComputeSettings, MAX_DISK_GB, MIN_DISK_GB } from '@basalt/contract';
import { TextInput } from '@mantine/core';
import { byteSize } from '../../lib/format/byte-size.ts';
import { type ComputeDraft, diskGb } from './compute-draft.ts';
import { DiskBar } from './disk-bar.tsx';
import classes from './disk-fields.module.css';

interface DiskFieldsProps {
  settings: ComputeSettings;
  draft: ComputeDraft;
  problem: string | null;
  isReadOnly: boolean;
  onChange: (disk: string) => void;
}

/** The disk quota as a slider and a number, with what is used of it. */
export function DiskFields({ settings: { disk }, draft, problem, isReadOnly, onChange }: DiskFieldsProps) {
  const wanted = diskGb(draft);
  const shown = wanted === null || wanted < MIN_DISK_GB ? disk.size_gb : Math.min(wanted, MAX_DISK_GB);
  return (
    <div className={classes.fields}>
      <DiskBar usedBytes={disk.used_bytes} temporaryBytes={disk.temporary_bytes} sizeGb={shown} />
      <div className={classes.row}>
        <input
          type="range"
          className={classes.slider}
          aria-label="Disk size on a slider"
          aria-valuetext={`${shown} GB`}
          min={MIN_DISK_GB}
          max={MAX_DISK_GB}
          value={shown}
          disabled={isReadOnly}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        <TextInput
          className={classes.number ?? ''}
          label="Disk size in GB"
          inputMode="numeric"
          autoComplete="off"
          value={draft.disk}
          readOnly={isReadOnly}
          error={problem}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </div>
      {disk.machine_free_bytes !== null && (
        <p className={classes.note}>
          {byteSize(disk.machine_free_bytes)} are free on the machine's disk, which all projects share.
        </p>
      )}
    </div>
  );
}
