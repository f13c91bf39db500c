import { createRoute } from '@tanstack/react-router';
import type { RequiredAbility } from '../../lib/pages/page-declaration.ts';
import { choiceParam, presentParams, textParam } from '../../lib/pages/search-params.ts';
import { lazyPage, ofProject } from '../lazy-page.tsx';
import { menuIcon } from './menu-icon.ts';
import { projectRoute } from './project.tsx';

const common = {
  section: 'Storage',
  phrase: 'its files',
  requires: {
    anyOf: ['read_storage'],
    denied: 'You cannot see the files of this project',
  } satisfies RequiredAbility,
};

export const bucketsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/storage/buckets',
  staticData: {
    page: {
      ...common,
      subMenu: 'Storage',
      title: 'Buckets',
      fullName: 'Buckets',
      menuLabel: 'Storage',
      group: 'Backend',
      icon: menuIcon('IconBucket'),
      goKey: 'b',
    },
  },
  validateSearch: (search: Record<string, unknown>) =>
    presentParams({ q: textParam(search.q), dialog: choiceParam(search.dialog, ['create']) }),
  component: lazyPage(
    () =>
      import('../../features/storage/buckets/bucket-list-page.tsx').then((module) => module.BucketListPage),
    ofProject,
  ),
});

export const bucketRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/storage/buckets/$id',
  staticData: { page: { ...common, title: 'Files' } },
  validateSearch: (search: Record<string, unknown>) =>
    presentParams({ path: textParam(search.path), file: textParam(search.file), q: textParam(search.q) }),
  component: lazyPage(
    () => import('../../features/storage/explorer/explorer-page.tsx').then((module) => module.ExplorerPage),
    ({ ref, id }) => ({ key: id, projectRef: ref, bucketId: id }),
  ),
});

export const storagePoliciesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/storage/policies',
  staticData: {
    page: {
      ...common,
      subMenu: 'Storage',
      title: 'Policies',
      fullName: 'Storage policies',
      requires: {
        anyOf: ['read_sql', 'run_sql'],
        denied: 'You cannot look at the database of this project, where policies are',
      },
    },
  },
  validateSearch: (search: Record<string, unknown>) =>
    presentParams({
      q: textParam(search.q),
      bucket: textParam(search.bucket),
      open: textParam(search.open),
      act: choiceParam(search.act, ['new', 'edit', 'test']),
    }),
  component: lazyPage(
    () =>
      import('../../features/database-objects/policies/storage/storage-policies-page.tsx').then(
        (module) => module.StoragePoliciesPage,
      ),
    ofProject,
  ),
});
