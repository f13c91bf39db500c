import type { ClusterFolder } from '../files/layout.ts';
import type { ServerPlace } from '../server/running-server.ts';
import type { ClusterRecord } from './cluster-record.ts';

export interface ClusterOnDisk {
  record: ClusterRecord;
  files: ClusterFolder;
  /** The data directory. */
  data: string;
  /** Where its server is found. */
  place: ServerPlace;
}
