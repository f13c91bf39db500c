import { createContext, lazy, type ReactNode, Suspense, useContext } from 'react';
import { openChanges } from '../../lib/open-changes.ts';
import { useShared } from '../../lib/shared-value.ts';
import classes from './page.module.css';

const PagePlaces = lazy(() => import('./page-places.tsx').then(({ PagePlaces: it }) => ({ default: it })));
const SaveBar = lazy(() => import('../save-bar.tsx').then(({ SaveBar: it }) => ({ default: it })));

interface PageProps {
  title: string;
  /** One or two sentences under the title. */
  description?: ReactNode;
  actions?: ReactNode;
  /** narrow: forms and settings. wide: lists. full: the whole room, without padding or visible title. */
  width?: 'narrow' | 'wide' | 'full';
  children: ReactNode;
}

/** What stands beside the content of each page below it, such as a menu of pages that belong together. */
export const PageAside = createContext<ReactNode>(null);

/** The frame of a page's content: heading, description, actions, body. */
export function Page({ title, description, actions, width = 'wide', children }: PageProps) {
  const aside = useContext(PageAside);
  if (width === 'full') {
    return (
      <div className={classes.full} data-page="full">
        <h1 className="visually-hidden">{title}</h1>
        {aside === null ? (
          children
        ) : (
          <div className={classes.fullBeside}>
            <div className={classes.fullAside}>{aside}</div>
            {children}
          </div>
        )}
      </div>
    );
  }
  return (
    <PageFrame width={width}>
      <header className={classes.header}>
        <div className={classes.heading}>
          <h1 className={classes.title} title={title}>
            {title}
          </h1>
          {description !== undefined && <div className={classes.description}>{description}</div>}
        </div>
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </header>
      {aside === null ? (
        <Body>{children}</Body>
      ) : (
        <div className={classes.beside}>
          <div className={classes.aside}>
            {aside}
            <Suspense>{width === 'narrow' && <PagePlaces />}</Suspense>
          </div>
          <Body>{children}</Body>
        </div>
      )}
    </PageFrame>
  );
}

/** The content, and below it what was changed in its forms and is not saved. */
function Body({ children }: { children: ReactNode }) {
  const hasChanges = useShared(openChanges).length > 0;
  return (
    <div className={classes.body} data-has-changes={hasChanges || undefined}>
      {children}
      <Suspense>{hasChanges && <SaveBar />}</Suspense>
    </div>
  );
}

/** The room a page takes, for what stands in its place while it loads. */
export function PageFrame({ width, children }: { width: 'narrow' | 'wide'; children: ReactNode }) {
  return (
    <div className={classes.page} data-width={width}>
      {children}
    </div>
  );
}
