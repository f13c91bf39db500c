import { AttachForm } from '../features/attached-database/attach-form.tsx';
import { NewProjectPage } from '../features/new-project/new-project.tsx';

/** Makes a project of a database that somebody else runs, in the organization with this slug. */
export function AttachPage({ slug }: { slug: string }) {
  return (
    <NewProjectPage
      slug={slug}
      title="Attach a database"
      description="A project on a PostgreSQL database that runs elsewhere: at a provider, or on a server of your own."
      form={(organization) => <AttachForm organization={organization} />}
    />
  );
}
