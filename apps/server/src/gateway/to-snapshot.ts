import { createHash } from 'node:crypto';
import type { ProjectRuntimeRecord } from '@basalt/platform/project-runtime';
import type { ProjectSnapshot } from '@basalt/project';
import { internalKey } from './internal-key.ts';

export interface SnapshotSurroundings {
  secretKey: Buffer;
  publicUrl: string;
  linkUrl: string;
  database: ProjectSnapshot['database'];
}

/** A project as the platform stores it, in the form in which the data plane wants it. */
export function toSnapshot(
  record: ProjectRuntimeRecord,
  { secretKey, publicUrl, linkUrl, database }: SnapshotSurroundings,
): ProjectSnapshot {
  const { ref, revision, servicesRestart, keys, verificationKeys, signingKey } = record;
  const platformKey = {
    hash: createHash('sha256').update(internalKey(secretKey, ref)).digest('base64url'),
    role: 'service_role',
    type: 'secret',
    enabled: true,
    ofPlatform: true,
  } as const;
  return {
    ref,
    revision,
    servicesRestart,
    unavailable: whyUnavailable(record),
    publicUrl,
    linkUrl,
    database,
    keys: [...keys, platformKey],
    verificationKeys,
    thirdPartyIssuers: record.thirdPartyIssuers,
    signingKey,
    storageKeys: record.storageKeys,
    region: record.region,
    anonKey: record.anonKey,
    rest: record.rest,
    auth: record.auth,
    storage: record.storage,
    realtime: record.realtime,
    databasePort: record.databasePort,
    functions: record.functions,
    functionVariables: record.functionVariables,
  };
}

/** Why a project does not answer; null: it does. */
export function whyUnavailable({
  status,
  statusText,
}: Pick<ProjectRuntimeRecord, 'status' | 'statusText'>): ProjectSnapshot['unavailable'] {
  switch (status) {
    case 'ACTIVE_HEALTHY':
    case 'ACTIVE_UNHEALTHY':
      return null;
    case 'INACTIVE':
      return {
        kind: 'paused',
        message: 'This project is paused. Restore it in the dashboard to use its API.',
      };
    case 'RESTARTING':
    case 'RESIZING':
      return { kind: 'starting', message: notNow(statusText) };
    default:
      return { kind: 'unavailable', message: notNow(statusText) };
  }
}

function notNow(statusText: string): string {
  return `This project does not answer at the moment: ${statusText}.`;
}
