import type { ResultRoom } from '@basalt/postgres';
import { ByteBudget, type ByteBudgetLimits } from './byte-budget.ts';

const MB = 1024 * 1024;

/** Of one project so much that one result alone always fits. */
const LIMITS: ByteBudgetLimits = { maxBytes: 512 * MB, maxProjectBytes: 128 * MB };

/** Counts the large results that are on their way from the databases, within one budget of memory. */
export class ResultRooms {
  readonly #budget: ByteBudget;

  constructor(limits: Partial<ByteBudgetLimits> = {}) {
    this.#budget = new ByteBudget({ ...LIMITS, ...limits });
  }

  /** The room of one project. */
  of(ref: string): ResultRoom {
    return {
      take: (bytes) => {
        if (!this.#budget.fits(ref, bytes)) return false;
        this.#budget.count(ref, bytes);
        return true;
      },
      give: (bytes) => this.#budget.count(ref, -bytes),
    };
  }
}
