/** How a step is spoken of before, while and after it happens. */
export interface StepLabels {
  toDo: string;
  inProgress: string;
  done: string;
}

const UPDATE_EXTENSIONS: StepLabels = {
  toDo: 'Update extensions',
  inProgress: 'Updating extensions',
  done: 'Updated extensions',
};

const OPTIMIZE: StepLabels = {
  toDo: 'Optimize the database',
  inProgress: 'Optimizing the database',
  done: 'Optimized the database',
};

const BACKUP_AFTERWARDS: StepLabels = {
  toDo: 'Take a full backup',
  inProgress: 'Full backup in progress',
  done: 'Took a full backup',
};

/** The steps of an upgrade that makes a new cluster, in their order; the last one is the backup afterwards. */
export const STEP_LABELS: readonly StepLabels[] = [
  {
    toDo: 'Prepare a new server',
    inProgress: 'Preparing a new server',
    done: 'Prepared a new server',
  },
  {
    toDo: 'Make the new server ready for migration',
    inProgress: 'Making the new server ready for migration',
    done: 'New server is ready for migration',
  },
  {
    toDo: 'Run pre-upgrade checks',
    inProgress: 'Running pre-upgrade checks',
    done: 'Passed pre-upgrade checks',
  },
  {
    toDo: 'Shut down API services',
    inProgress: 'Shutting down API services',
    done: 'Shut down API services',
  },
  {
    toDo: 'Migrate to the new database',
    inProgress: 'Migrating to the new database',
    done: 'Migrated to the new database',
  },
  {
    toDo: 'Execute the migration',
    inProgress: 'Executing the migration',
    done: 'Executed the migration',
  },
  UPDATE_EXTENSIONS,
  OPTIMIZE,
  BACKUP_AFTERWARDS,
];

/** The same of an upgrade that leaves the data where it is. */
export const IN_PLACE_LABELS: readonly StepLabels[] = [
  {
    toDo: 'Run pre-upgrade checks',
    inProgress: 'Running pre-upgrade checks',
    done: 'Passed pre-upgrade checks',
  },
  {
    toDo: 'Bring everything to the archive',
    inProgress: 'Bringing everything to the archive',
    done: 'Brought everything to the archive',
  },
  {
    toDo: 'Upgrade the servers',
    inProgress: 'CloudNativePG upgrades the servers',
    done: 'Upgraded the servers',
  },
  {
    toDo: 'Prepare the database for the services',
    inProgress: 'Preparing the database for the services',
    done: 'Prepared the database for the services',
  },
  UPDATE_EXTENSIONS,
  OPTIMIZE,
  {
    toDo: 'Begin a full backup',
    inProgress: 'Beginning a full backup',
    done: 'Began a full backup',
  },
  BACKUP_AFTERWARDS,
];
