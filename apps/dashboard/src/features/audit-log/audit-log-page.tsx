import { AUDIT_LOG_DAYS, type AuditLogFormat, auditLogExportPath, type Organization } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useOrganizations } from '../../api/use-organizations.ts';
import { downloadLink } from '../../lib/download-link.ts';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { NoOrganization } from '../../ui/pages/no-organization.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { AuditList, useAuditEntries } from './audit-list.tsx';
import { auditFilter } from './audit-search.ts';
import { useAuditSearch } from './use-audit-search.ts';

/** Who changed what in an organization and its projects, and from where. */
export function AuditLogPage({ slug }: { slug: string }) {
  const organizations = useOrganizations();
  if (organizations.data === undefined)
    return (
      <Page title="Audit log">
        {organizations.isError ? (
          <ErrorState error={organizations.error} onRetry={() => void organizations.refetch()} />
        ) : (
          <Skeleton height={36} lines={6} />
        )}
      </Page>
    );
  const organization = organizations.data.find((one) => one.slug === slug);
  if (organization === undefined) return <NoOrganization slug={slug} />;
  if (!organization.abilities.read_audit_log)
    return (
      <Page title="Audit log">
        <EmptyState
          title="You cannot see the audit log of this organization"
          text={`Owners and administrators can. You are ${organization.role} in it.`}
        />
      </Page>
    );
  return <AuditLog organization={organization} />;
}

function AuditLog({ organization: { slug } }: { organization: Organization }) {
  const { search } = useAuditSearch();
  const entries = useAuditEntries(slug, search);
  const isEmpty = entries.data?.pages.every((page) => page.entries.length === 0) ?? true;
  const download = (format: AuditLogFormat) => {
    const asked = new URLSearchParams({ ...(auditFilter(search) as Record<string, string>), format });
    downloadLink(`${auditLogExportPath(slug)}?${asked}`);
  };
  return (
    <Page
      title="Audit log"
      description={`Who changed what in this organization and its projects, and from where. Entries are kept for ${AUDIT_LOG_DAYS} days.`}
      actions={
        <>
          <Button loading={entries.isRefetching} onClick={() => void entries.refetch()}>
            Refresh
          </Button>
          <Button disabled={isEmpty} onClick={() => download('csv')}>
            Download as CSV
          </Button>
          <Button disabled={isEmpty} onClick={() => download('json')}>
            Download as JSON
          </Button>
        </>
      }
    >
      <AuditFilters slug={slug} />
      <AuditList entries={entries} />
    </Page>
  );
}
