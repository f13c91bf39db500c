import type { OrganizationUsage } from '@basalt/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { orpc } from '../../api/client.ts';
import { useOrganizations } from '../../api/use-organizations.ts';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { DataTable, type DataTableColumn } from '../../ui/lists/data-table.tsx';
import { NoOrganization } from '../../ui/pages/no-organization.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Budgets } from './budgets.tsx';
import { FIGURES, figureWords } from './figures.ts';
import { SpanFilter } from './span-filter.tsx';
import classes from './usage.module.css';
import { UsageBody } from './usage-body.tsx';
import { dayOf, spanOfSearch } from './usage-span.ts';
import { UsageView } from './usage-view.tsx';

const PATH = '/org/$slug/usage';
/** Milliseconds between two looks at the figures. */
const REFRESH = 15_000;
const ALL = '';
const SHOWN = ['requests', 'egress_bytes', 'database_bytes', 'storage_bytes', 'active_users'] as const;

type ProjectUse = OrganizationUsage['projects'][number];

const COLUMNS: DataTableColumn<ProjectUse>[] = [
  {
    key: 'name',
    header: 'Project',
    render: ({ ref, name }) => (
      <Link to="/project/$ref/usage" params={{ ref }} className={classes.name} title={name}>
        {name}
      </Link>
    ),
  },
  ...SHOWN.map(
    (figure): DataTableColumn<ProjectUse> => ({
      key: figure,
      header: FIGURES[figure].title,
      align: 'right',
      render: ({ total }) => figureWords(figure, total[figure]),
    }),
  ),
];

/** What the projects of an organization used, together and each. */
export function OrganizationUsagePage({ slug }: { slug: string }) {
  const search = useSearch({ from: `/signed-in/organization-pages${PATH}` });
  const navigate = useNavigate({ from: PATH });
  const organizations = useOrganizations();
  const organization = organizations.data?.find((one) => one.slug === slug);
  const isMissing = organizations.data !== undefined && organization === undefined;
  const today = dayOf(Date.now());
  const span = spanOfSearch(search, today);
  const usage = useQuery({
    ...orpc.usage.ofOrganization.queryOptions({
      input: { slug, ...span, ...(search.project === undefined ? {} : { project_ref: search.project }) },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH,
    enabled: !isMissing,
  });
  if (isMissing) return <NoOrganization slug={slug} />;
  const projects = usage.data?.projects ?? [];
  const { project = ALL } = search;
  const named = search.project === undefined ? {} : { project: search.project };
  return (
    <Page
      title="Usage"
      description="What the projects of this organization used that you can see. Nothing is charged for it."
      actions={
        <>
          <div className={classes.project}>
            <ChoiceField
              label="Project"
              value={project}
              options={[
                { value: ALL, label: 'All projects' },
                ...projects.map(({ ref, name }) => ({ value: ref, label: name })),
                ...(project === ALL || projects.some(({ ref }) => ref === project)
                  ? []
                  : [{ value: project, label: project }]),
              ]}
              onChange={(next) =>
                void navigate({
                  search: ({ project: _, ...rest }) => (next === ALL ? rest : { ...rest, project: next }),
                  replace: true,
                })
              }
            />
          </div>
          <SpanFilter
            span={span}
            today={today}
            onChange={(next) => void navigate({ search: { ...named, ...next }, replace: true })}
          />
        </>
      }
    >
      <UsageBody query={usage}>
        {(data) => (
          <>
            <UsageView usage={data} />
            <Section title="By project" description="All days together, the most requests first.">
              <DataTable
                label="Usage by project"
                columns={COLUMNS}
                rows={data.projects}
                rowKey={({ ref }) => ref}
                empty="This organization has no projects that you can see."
              />
            </Section>
            {organization !== undefined && <Budgets organization={organization} />}
          </>
        )}
      </UsageBody>
    </Page>
  );
}
