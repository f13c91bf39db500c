import type { ClusterRecord } from './cluster-record.ts';
import type { ClusterFolder } from './layout.ts';

export interface ClusterOnDisk {
  record: ClusterRecord;
  files: ClusterFolder;
  /** The data directory. */
  data: string;
}
