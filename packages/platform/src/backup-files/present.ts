import type { BackupFile } from '@basalt/contract';
import type { BackupFileRow } from '../kernel/schema.ts';

export function presentFile(file: BackupFileRow, ref: string): BackupFile {
  return {
    id: file.id,
    kind: file.kind,
    backup_id: file.backup_id,
    state: file.state,
    error: file.error,
    progress: file.progress,
    bytes: file.bytes,
    created_at: file.created_at.toISOString(),
    expires_at: file.expires_at?.toISOString() ?? null,
    fileUrl: file.state === 'ready' ? `/platform/database/${ref}/backups/files/${file.id}` : null,
  };
}
