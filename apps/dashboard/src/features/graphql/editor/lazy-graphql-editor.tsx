import { type ComponentProps, lazy, Suspense } from 'react';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';

const Loaded = lazy(() =>
  import('./graphql-editor.tsx').then((module) => ({ default: module.GraphqlEditor })),
);

/** The editor, which comes a moment after the page around it. */
export function GraphqlEditor(props: ComponentProps<typeof Loaded>) {
  return (
    <Suspense fallback={<Skeleton height="100%" radius={0} />}>
      <Loaded {...props} />
    </Suspense>
  );
}
