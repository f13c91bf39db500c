import { PageFrame } from '../../ui/pages/page.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import grid from './cards/card-grid.module.css';
import { CardShell } from './cards/card-shell.tsx';

/** Holds the place of a report while it loads. */
export function ReportSkeleton() {
  return (
    <PageFrame width="wide">
      <Skeleton width={240} height={30} />
      <div style={{ height: 82 }} />
      <div className={grid.frame}>
        <GridSkeleton sizes={[6, 6, 12]} />
      </div>
    </PageFrame>
  );
}

/** Cards of these widths, in columns, before there are any. */
export function GridSkeleton({ sizes }: { sizes: readonly number[] }) {
  return (
    <div className={grid.grid}>
      {sizes.map((width, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are alike and never move
        <div key={i} className={grid.slot} style={{ '--columns': width, '--rows': 4 } as React.CSSProperties}>
          <CardShell title="" />
        </div>
      ))}
    </div>
  );
}
