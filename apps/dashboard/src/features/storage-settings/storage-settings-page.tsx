import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';
import { useProject } from '../../api/use-project.ts';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { AccessKeysSection } from './access-keys-section.tsx';
import { FilesSection } from './files-section.tsx';
import { UsageSection } from './usage-section.tsx';

/** The limits of a project's storage, what it holds, and how programs reach it over the S3 protocol. */
export function StorageSettingsPage({ projectRef: ref }: { projectRef: string }) {
  const { data: project } = useProject(ref);
  const config = useQuery(orpc.storageSettings.v1Get.queryOptions({ input: { ref } }));
  const { data } = config;
  return (
    <Page
      title="Storage settings"
      description="How large files may be, what is kept, and how programs reach the buckets of this project."
      width="narrow"
    >
      {data === undefined && config.isError && (
        <ErrorState
          error={config.error}
          title="The storage settings could not be loaded"
          onRetry={() => void config.refetch()}
        />
      )}
      {(data === undefined || project === undefined) && !config.isError && (
        <div role="status" aria-label="Loading storage settings">
          <Skeleton height={420} radius={10} />
        </div>
      )}
      {data !== undefined && project !== undefined && (
        <>
          <FilesSection
            key={ref}
            projectRef={ref}
            config={data}
            mayChange={project.abilities.update_api_config}
          />
          <UsageSection key={`usage of ${ref}`} project={project} quota={data.quota} />
          <AccessKeysSection project={project} isOn={data.features.s3Protocol.enabled} />
        </>
      )}
    </Page>
  );
}
