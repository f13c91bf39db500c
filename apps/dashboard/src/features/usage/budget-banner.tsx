import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { FIGURES, figureWords } from './figures.ts';
import classes from './usage.module.css';

/** Milliseconds between two looks. */
const REFRESH = 60_000;

/** Above the pages of an organization and of its projects: budgets that were warned of this month. */
export function BudgetBanner({ slug }: { slug: string }) {
  const { data } = useQuery({
    ...orpc.budgets.list.queryOptions({ input: { slug } }),
    refetchInterval: REFRESH,
  });
  const warned = data?.budgets.filter((budget) => budget.warned !== null) ?? [];
  if (warned.length === 0) return null;
  const share = Math.max(...warned.map((budget) => budget.warned?.share ?? 0));
  return (
    <div className={classes.banner}>
      <Notice
        tone="warn"
        title={share >= 100 ? 'A budget is used up' : `A budget has reached ${share} %`}
        actions={
          <ButtonLink size="xs" to="/org/$slug/usage" params={{ slug }} search={{}} hash="budgets">
            Budgets
          </ButtonLink>
        }
      >
        {warned
          .map(
            ({ figure, used, amount }) =>
              `${FIGURES[figure].title}: ${figureWords(figure, used)} of ${figureWords(figure, amount)} this month.`,
          )
          .join(' ')}
      </Notice>
    </div>
  );
}
