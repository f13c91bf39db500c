import type { Project, UpgradeEligibility } from '@basalt/contract';
import { byteSize } from '../../lib/format/byte-size.ts';
import type { Fact } from '../../ui/lists/fact-list.tsx';

export type VersionedProject = Pick<Project, 'postgres_version' | 'postgres_installation'>;

/** What a project runs on now. */
export function versionFact({
  postgres_version,
  postgres_installation: installation,
}: VersionedProject): Fact {
  const where = installation === null ? '' : ` of this machine, in ${installation}`;
  return { label: 'Now', value: `PostgreSQL ${postgres_version}${where}` };
}

/** What one wants to know before an upgrade: how much there is to copy, whether there is room, how long it takes. */
export function eligibilityFacts(
  project: VersionedProject,
  { data_bytes, free_bytes, estimated_seconds, in_place, has_archive }: UpgradeEligibility,
): Fact[] {
  if (in_place)
    return [
      versionFact(project),
      { label: 'Data', value: byteSize(data_bytes) },
      { label: 'Downtime', value: awayLabels(estimated_seconds) },
      {
        label: 'Way back',
        value: has_archive
          ? 'Into a new project, from the archive. Not in place.'
          : 'None: this installation names no object store.',
      },
    ];
  return [
    versionFact(project),
    {
      label: 'To be copied',
      value: `${byteSize(data_bytes)}${free_bytes === null ? '' : `; ${byteSize(free_bytes)} are free on the disk`}`,
    },
    { label: 'Downtime', value: awayLabels(estimated_seconds) },
  ];
}

/** An estimate in words that do not promise more than it knows: `about 10 seconds`, `about 3 minutes`. */
export function awayLabels(seconds: number): string {
  if (seconds <= 90) return `about ${Math.max(5, Math.ceil(seconds / 5) * 5)} seconds`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 90) return `about ${minutes} minutes`;
  return `about ${Math.ceil(seconds / 3_600)} hours`;
}
