import type { ClusterKind } from '../../driver.ts';
import type { Binaries } from './binaries.ts';

export interface Script {
  name: string;
  sql: string;
}

export interface TemplateRecipe {
  kind: ClusterKind;
  binaries: Binaries;
  /** Run in order as the superuser in database `postgres`, each as one simple query. */
  scripts: readonly Script[];
}
