import { IconLock, IconWorld } from '@tabler/icons-react';
import { Tag } from '../../ui/status/tag.tsx';

/** Whether a key may be seen by everybody. */
export function VisibilityTag({ isPublic }: { isPublic: boolean }) {
  const Icon = isPublic ? IconWorld : IconLock;
  return (
    <Tag icon={<Icon size={12} stroke={1.75} aria-hidden="true" />}>{isPublic ? 'public' : 'secret'}</Tag>
  );
}
