import type { Transaction } from '../kernel/open-database.ts';
import { restoreSettings } from './restore-settings.ts';

/**
 * Something of a project that lives outside its database and yet belongs to the same recovery point: whoever restores a moment
 * gets all parts as they were then. Storage files and edge functions join here.
 */
export interface RecoveryPart {
  name: string;
  /**
   * Puts the part back to what it was at a moment, an ISO 8601 time. In one transaction with the other parts; repeated, it does
   * no harm. Where nothing is known of the moment the part stays as it is.
   */
  restoreTo(transaction: Transaction, project: { id: number; ref: string }, at: string): Promise<void>;
}

export const RECOVERY_PARTS: readonly RecoveryPart[] = [
  { name: 'settings', restoreTo: (transaction, project, at) => restoreSettings(transaction, project.id, at) },
];
