import { routes } from '../../kernel/router-base.ts';
import { removeBudget, setBudget } from './change-budgets.ts';
import { readBudgets } from './read-budgets.ts';

const { budgets } = routes;

export const budgetRoutes = {
  list: budgets.list.handler(({ context, input }) => readBudgets(context, context.actor, input.slug)),
  set: budgets.set.handler(({ context, input }) => setBudget(context, context.actor, input)),
  remove: budgets.remove.handler(({ context, input }) => removeBudget(context, context.actor, input)),
};
