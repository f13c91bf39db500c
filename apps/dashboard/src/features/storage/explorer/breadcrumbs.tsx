import { Link } from '@tanstack/react-router';
import { nameOf, wayTo } from '../paths.ts';
import classes from './explorer.module.css';

interface BreadcrumbsProps {
  projectRef: string;
  bucket: string;
  folder: string;
}

/** The way to the folder that is shown, each step a link. */
export function Breadcrumbs({ projectRef: ref, bucket, folder }: BreadcrumbsProps) {
  return (
    <nav aria-label="Folder" className={classes.crumbs}>
      <ol>
        <li>
          <Link to="/project/$ref/storage/buckets" params={{ ref }} search={{}}>
            Buckets
          </Link>
        </li>
        {wayTo(folder).map((step) => {
          const name = step === '' ? bucket : nameOf(step);
          return (
            <li key={step}>
              <Link
                to="/project/$ref/storage/buckets/$id"
                params={{ ref, id: bucket }}
                search={step === '' ? {} : { path: step }}
                title={name}
                data-here={step === folder || undefined}
              >
                {name}
              </Link>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
