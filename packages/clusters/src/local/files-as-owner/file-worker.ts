import { WAL_TASKS, type WalTasks } from './wal-files-on-disk.ts';

/** What the process is told to do, and as whom. */
export interface FileTask {
  id: number;
  uid: number;
  gid: number;
  data: string;
  task: keyof WalTasks;
  args: unknown[];
}

export interface FileTaskResult {
  id: number;
  value?: unknown;
  /** Of a failure. */
  code?: string;
  message?: string;
}

// A process of root's that does every task as the user it is for: the system then refuses whatever that user may not do,
// wherever links and names lead. The process does nothing else, and ends with its parent.
process.setgroups?.([]);
process.umask(0o077);
process.on('disconnect', () => process.exit(0));
process.on('message', (message: FileTask) => process.send?.(run(message)));

function run({ id, uid, gid, data, task, args }: FileTask): FileTaskResult {
  try {
    process.setegid?.(gid);
    process.seteuid?.(uid);
    const work = WAL_TASKS[task] as (data: string, ...args: unknown[]) => unknown;
    return { id, value: work(data, ...args) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { id, ...(code !== undefined && { code }), message };
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
}
