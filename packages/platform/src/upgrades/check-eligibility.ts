import type { ClusterDriver, PostgresMajor } from '@basalt/clusters';
import type { PostgresEngine, UpgradeEligibility } from '@basalt/contract';
import {
  findInPlaceBlockers,
  findUpgradeBlockers,
  measureDatabase,
  type UpgradeBlocker,
} from '@basalt/postgres';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { askKeeper } from '../projects/keeper-of.ts';
import { isKept } from '../projects/own-cluster.ts';
import { isActive } from '../projects/transitions.ts';
import { estimatedSeconds, majorOf, neededBytes, upgradeTargets } from './upgrade-rules.ts';

/** Whether a project can go to a newer version, and what stands in the way. @param target default: the newest */
export async function checkEligibility(
  { clusters, keeper }: Pick<Dependencies, 'clusters' | 'keeper'>,
  project: ProjectRow,
  target: PostgresEngine | undefined,
): Promise<UpgradeEligibility> {
  const { ref, postgres_engine, status } = project;
  const targets = upgradeTargets(postgres_engine);
  const wanted = target !== undefined && targets.includes(target) ? target : targets.at(-1);
  const inPlace = isKept(project);
  // Disks in Kubernetes are volumes of its own.
  const free_bytes = inPlace ? null : (await clusters.capacity()).diskFreeBytes;
  const common = {
    current_version: versionOf(postgres_engine),
    target_versions: targets.map(versionOf),
    free_bytes,
    in_place: inPlace,
    has_archive: inPlace && (await hasArchive({ keeper }, ref)),
  };
  if (wanted === undefined || !isActive(status)) {
    const blockers = wanted === undefined ? [] : [notRunning()];
    return { ...common, eligible: false, blockers, data_bytes: 0, estimated_seconds: 0 };
  }
  const { bytes } = await measureDatabase(await clusters.address(ref));
  if (inPlace) {
    const blockers = await findInPlaceBlockers(await clusters.address(ref), majorOf(wanted));
    const eligible = blockers.length === 0;
    return { ...common, eligible, blockers, data_bytes: bytes, estimated_seconds: IN_PLACE_SECONDS };
  }
  const blockers = await findBlockers(clusters, ref, majorOf(wanted));
  if (free_bytes !== null && free_bytes < neededBytes(bytes)) blockers.push(diskTooSmall(bytes, free_bytes));
  // Whoever looks will probably go on: what the new server is made from is then there. Its failure would be the upgrade's.
  if (blockers.length === 0) clusters.prepare(majorOf(wanted)).catch(() => undefined);
  return {
    ...common,
    eligible: blockers.length === 0,
    blockers,
    data_bytes: bytes,
    estimated_seconds: estimatedSeconds(bytes),
  };
}

/** Data is linked and not copied, so that its size says little: servers stop, a job runs, servers start. */
const IN_PLACE_SECONDS = 180;

async function hasArchive(ports: Pick<Dependencies, 'keeper'>, ref: string): Promise<boolean> {
  return (await askKeeper(ports, (keeper) => keeper.backups(ref))).schedule !== null;
}

function versionOf(engine: PostgresEngine) {
  return { version: `supabase-postgres-${engine}`, postgres_engine: engine, release_channel: 'ga' };
}

type Blocker = UpgradeEligibility['blockers'][number] & { kind: UpgradeBlocker['kind'] };

function notRunning(): Blocker {
  return {
    kind: 'sessions',
    name: 'project',
    message: 'The project is not running: restore it first, then upgrade it.',
  };
}

function diskTooSmall(dataBytes: number, freeBytes: number): Blocker {
  const inMb = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024)} MB`;
  return {
    kind: 'unsupported_object',
    name: 'disk',
    message: `The upgrade needs ${inMb(neededBytes(dataBytes))} of free disk space beside the old database, and there are ${inMb(freeBytes)}. Make room first.`,
  };
}

/** What stands in the way of a project's upgrade, given the extensions of the newer build on this machine. */
export async function findBlockers(
  clusters: ClusterDriver,
  ref: string,
  target: PostgresMajor,
): Promise<UpgradeBlocker[]> {
  const extensions = await clusters.availableExtensions(target);
  return await findUpgradeBlockers(await clusters.address(ref), target, { extensions });
}
