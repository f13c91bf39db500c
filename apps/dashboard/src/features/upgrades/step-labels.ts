/** How a step is spoken of before, while and after it happens. */
export interface StepLabels {
  toDo: string;
  inProgress: string;
  done: string;
}

/** The steps of an upgrade in their order; the last one is the backup afterwards. */
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
  {
    toDo: 'Update extensions',
    inProgress: 'Updating extensions',
    done: 'Updated extensions',
  },
  {
    toDo: 'Optimize the database',
    inProgress: 'Optimizing the database',
    done: 'Optimized the database',
  },
  {
    toDo: 'Take a full backup',
    inProgress: 'Full backup in progress',
    done: 'Took a full backup',
  },
];
