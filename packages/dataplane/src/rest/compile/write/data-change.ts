/** A statement that changes rows, up to where RETURNING follows. */
export interface DataChange {
  /** Without ` returning …`. */
  sql: string;
  /** False for what stands for a change of nothing: it reads `select … ` + sql. */
  changes: boolean;
  /** Which of the affected rows are new: `counted` by a setting that the others raise. */
  newRows: 'none' | 'all' | 'counted';
}
