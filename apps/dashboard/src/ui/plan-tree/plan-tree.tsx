import { Tag } from '../status/tag.tsx';
import classes from './plan-tree.module.css';
import { type Plan, type PlanJson, type PlanNode, readPlan } from './read-plan.ts';

const count = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** A plan of the database as a tree, with the nodes marked that cost most. @param json the value of `Plan` in EXPLAIN's JSON */
export function PlanTree({ json }: { json: PlanJson }) {
  const plan = readPlan(json);
  return (
    <section
      className={classes.frame}
      aria-label="Plan tree"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <ul className={classes.tree}>
        <Node node={plan.root} plan={plan} />
      </ul>
    </section>
  );
}

function Node({ node, plan }: { node: PlanNode; plan: Plan }) {
  const { title, subject, flags, details, children, share, isHot, own } = node;
  const percent = `${Math.round(share * 100)} %`;
  return (
    <li className={classes.branch}>
      <div className={classes.node} data-hot={isHot || undefined}>
        <p className={classes.head}>
          <strong>{title}</strong>
          {subject !== '' && <code className={classes.subject}>{subject}</code>}
          {isHot && <Tag tone="warn">Costly</Tag>}
          {flags.map((flag) => (
            <Tag key={flag} tone="danger">
              {flag}
            </Tag>
          ))}
        </p>
        <p className={classes.figures}>
          <span>
            {plan.isRun ? `${count.format(own)} ms by itself` : `cost ${count.format(own)} by itself`}
          </span>
          <span>{percent} of all</span>
          <span>{rowsText(node)}</span>
        </p>
        <div className={classes.track} aria-hidden="true">
          <div className={classes.fill} style={{ width: `${share * 100}%` }} />
        </div>
        {details.length > 0 && (
          <dl className={classes.details}>
            {details.map(({ label, value }) => (
              <div key={label} className={classes.detail}>
                <dt>{label}</dt>
                <dd>
                  <code>{value}</code>
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {children.length > 0 && (
        <ul className={classes.tree}>
          {children.map((child) => (
            <Node key={child.key} node={child} plan={plan} />
          ))}
        </ul>
      )}
    </li>
  );
}

function rowsText({ plannedRows, actualRows, loops }: PlanNode): string {
  const planned = `${count.format(plannedRows)} ${plannedRows === 1 ? 'row' : 'rows'}`;
  if (actualRows === null) return `${planned} expected`;
  const times = loops === null || loops <= 1 ? '' : `, ${count.format(loops)} times`;
  return `${count.format(actualRows)} rows of ${count.format(plannedRows)} expected${times}`;
}
