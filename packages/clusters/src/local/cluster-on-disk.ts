import type { ClusterRecord } from './cluster-record.ts';
import type { ClusterFolder } from './layout.ts';
import type { ServerPlace } from './running-server.ts';

export interface ClusterOnDisk {
  record: ClusterRecord;
  files: ClusterFolder;
  /** The data directory. */
  data: string;
  /** Where its server is found. */
  place: ServerPlace;
}
