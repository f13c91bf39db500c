import { checkRef } from '../../local/files/layout.ts';
import { type Segment, segmentName, timelineName } from '../wal/wal-names.ts';

/**
 * Where things of a cluster are in the store. WAL lies under the system identifier, because a cluster that was upgraded by
 * copying into a new one begins again with the same segment names.
 */
export const storeKeys = {
  all: (ref: string) => `${checked(ref)}/`,
  /** What new clusters are copies of. No ref begins with an underscore. */
  templates: '_templates/',
  template: (name: string) => `_templates/${name}/`,
  templateData: (name: string) => `_templates/${name}/data.tar.zst`,
  templateRecord: (name: string) => `_templates/${name}/template.json`,
  bases: (ref: string) => `${checked(ref)}/base/`,
  base: (ref: string, id: string) => `${checked(ref)}/base/${id}/`,
  data: (ref: string, id: string) => `${checked(ref)}/base/${id}/data.tar.zst`,
  record: (ref: string, id: string) => `${checked(ref)}/base/${id}/backup.json`,
  wal: (ref: string) => `${checked(ref)}/wal/`,
  walOf: (ref: string, systemIdentifier: string) => `${checked(ref)}/wal/${systemIdentifier}/`,
  finished: (ref: string, systemIdentifier: string, segment: Segment) =>
    `${segmentKey(ref, systemIdentifier, segment)}.zst`,
  partial: (ref: string, systemIdentifier: string, segment: Segment) =>
    `${segmentKey(ref, systemIdentifier, segment)}.partial`,
  history: (ref: string, systemIdentifier: string, timeline: number) =>
    `${checked(ref)}/wal/${systemIdentifier}/${timelineName(timeline)}.history`,
  safeUntil: (ref: string) => `${checked(ref)}/wal/safe-until.json`,
};

function segmentKey(ref: string, systemIdentifier: string, segment: Segment): string {
  return `${checked(ref)}/wal/${systemIdentifier}/${timelineName(segment.timeline)}/${segmentName(segment)}`;
}

function checked(ref: string): string {
  checkRef(ref);
  return ref;
}
