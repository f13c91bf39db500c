import { IconLock, IconWorld } from '@tabler/icons-react';
import { Tag } from '../../ui/status/tag.tsx';

/** Whether anybody can read what is in a bucket. */
export function Visibility({ isPublic }: { isPublic: boolean }) {
  return isPublic ? (
    <Tag
      tone="warn"
      icon={<IconWorld size={12} stroke={1.75} aria-hidden="true" />}
      title="Anybody who knows the address of a file can read it"
    >
      Public
    </Tag>
  ) : (
    <Tag
      icon={<IconLock size={12} stroke={1.75} aria-hidden="true" />}
      title="Files are read with the right to, or by a signed link"
    >
      Private
    </Tag>
  );
}
