import { READ_ONLY_DISK_SHARE } from '@basalt/contract';
import { byteSize } from '../../lib/format/byte-size.ts';
import { diskShare } from './compute-draft.ts';
import classes from './disk-bar.module.css';

const GB = 1024 ** 3;

interface DiskBarProps {
  usedBytes: number;
  /** How much of that are temporary files of statements that run now. */
  temporaryBytes: number;
  sizeGb: number;
}

/** How much of a disk is used, and where it becomes read-only. */
export function DiskBar({ usedBytes, temporaryBytes, sizeGb }: DiskBarProps) {
  const { share, tone } = diskShare(usedBytes, sizeGb);
  const percent = Math.round(share * 100);
  return (
    <div>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers draw a meter each in their own way */}
      <div
        className={classes.bar}
        role="meter"
        aria-label="Disk used"
        aria-valuenow={Math.min(100, percent)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={`${byteSize(usedBytes)} of ${sizeGb} GB`}
        data-tone={tone}
      >
        <div className={classes.fill} style={{ width: `${Math.min(100, share * 100)}%` }} />
        <div className={classes.mark} style={{ left: `${READ_ONLY_DISK_SHARE * 100}%` }} />
      </div>
      <p className={classes.words}>
        <span>
          {byteSize(usedBytes)} of {sizeGb} GB used ({percent} %)
        </span>
        {temporaryBytes > 0 && (
          <span>{byteSize(temporaryBytes)} of it are temporary files of running statements</span>
        )}
        <span>Read-only from {byteSize(sizeGb * GB * READ_ONLY_DISK_SHARE)}</span>
      </p>
    </div>
  );
}
