import {
  IconFile,
  IconFileText,
  IconFileZip,
  IconFolder,
  IconMusic,
  IconPhoto,
  IconVideo,
} from '@tabler/icons-react';
import { previewKind } from '../preview/preview-kind.ts';
import type { FolderEntry } from './use-folder.ts';

const ICONS = {
  image: IconPhoto,
  video: IconVideo,
  audio: IconMusic,
  pdf: IconFileText,
  text: IconFileText,
  none: IconFile,
} as const;

export function EntryIcon({ entry: { isFolder, name, mime_type } }: { entry: FolderEntry }) {
  const isArchive = /zip|tar|compressed/.test(mime_type ?? '');
  const Icon = isFolder ? IconFolder : isArchive ? IconFileZip : ICONS[previewKind(name, mime_type)];
  return <Icon size={16} stroke={1.75} aria-hidden="true" />;
}
