export { type AttachedDatabases, AttachedDriver, type LearnedFacts } from './attached/attached-driver.ts';
export {
  attachLimits,
  attachProblems,
  inspectServer,
  type ServerOffer,
} from './attached/inspect-server.ts';
export type {
  KeptBackup,
  KeptBackups,
  KeptPlace,
  KeptPooler,
  ServerKeeper,
} from './attached/server-keeper.ts';
export { type ClusterBackupsOptions, openClusterBackups } from './backup/open-cluster-backups.ts';
export * from './backup/ports/backup-store.ts';
export * from './backup/ports/cluster-backups.ts';
export { openFolderStore } from './backup/store/folder-store.ts';
export * from './driver.ts';
export { isFullDisk } from './local/files/disk.ts';
export { limitsAvailable as canEnforceLimits } from './local/server/resource-limits.ts';
export { type Installation, openInstallation } from './local/templates/installation.ts';
export * from './open-local-driver.ts';
export { projectDatabaseRolePrivileges } from './project-database/index.ts';
export { ROLES_OF_SERVICES } from './roles-of-services.ts';
