import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { projectQuery } from '../../api/use-project.ts';
import { CodeBlock } from '../../ui/copy/code-block.tsx';
import { CopyButton } from '../../ui/copy/copy-button.tsx';
import form from '../../ui/form.module.css';
import { Notice } from '../../ui/pages/notice.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { diagnosticsText, OPERATIONS, SUPPORT_CATEGORIES, supportText } from './support-text.ts';

const NO_PROJECT = '';

/** Puts a report together that whoever helps can work with: what happened, and what is known here. */
export function SupportPage() {
  const given = useSearch({ from: '/signed-in/support/new' });
  const [draft, setDraft] = useState({
    category: given.category ?? 'Problem',
    subject: given.subject ?? '',
    message: given.message ?? '',
  });
  const [ref, setRef] = useState(given.ref ?? NO_PROJECT);
  const [openedAt] = useState(() => Date.now());
  const projects = useQuery(orpc.projects.list.queryOptions());
  const isAbout = ref !== NO_PROJECT;
  const project = useQuery({ ...projectQuery(ref), enabled: isAbout });
  const operations = useQuery(
    orpc.operations.list.queryOptions({ input: { ref, limit: OPERATIONS }, enabled: isAbout }),
  );
  const [copied, setCopied] = useState('');
  const isWritten = draft.subject !== (given.subject ?? '') || draft.message !== (given.message ?? '');
  const written = supportText(draft, '');
  const change = (changed: Partial<typeof draft>) => setDraft({ ...draft, ...changed });
  const diagnostics = diagnosticsText({
    now: openedAt,
    userAgent: navigator.userAgent,
    project: project.data,
    operations: operations.data ?? [],
  });
  const report = supportText(draft, diagnostics);
  return (
    <Page
      title="Support"
      description="Nothing is sent from this page. It makes a text: copy it, and give it to whoever operates this installation."
      width="narrow"
    >
      <UnsavedGuard
        when={isWritten && written !== copied}
        text="What you have written is sent nowhere, and the report is not copied yet."
      />
      <Section title="What happened">
        <div className={form.form}>
          <NativeSelect
            label="What is it about?"
            data={[
              ...SUPPORT_CATEGORIES,
              ...(SUPPORT_CATEGORIES.some(({ value }) => value === draft.category)
                ? []
                : [{ value: draft.category, label: draft.category }]),
            ]}
            value={draft.category}
            onChange={(event) => change({ category: event.currentTarget.value })}
          />
          <NativeSelect
            label="Project"
            data={[
              { value: NO_PROJECT, label: 'None in particular' },
              ...(projects.data ?? []).map(({ ref: value, name }) => ({ value, label: name })),
              ...(isAbout && !projects.data?.some((one) => one.ref === ref)
                ? [{ value: ref, label: ref }]
                : []),
            ]}
            value={ref}
            error={project.isError && 'Nothing could be read of this project. The report is made without it.'}
            onChange={(event) => setRef(event.currentTarget.value)}
          />
          <TextInput
            label="Subject"
            value={draft.subject}
            onChange={(event) => change({ subject: event.currentTarget.value })}
          />
          <Textarea
            label="Description"
            description="What you did, what you expected, and what came instead. Leave out passwords and keys."
            autosize
            minRows={4}
            maxRows={16}
            value={draft.message}
            onChange={(event) => change({ message: event.currentTarget.value })}
          />
        </div>
      </Section>
      <Section
        title="The report"
        description="With what is known from here. It holds no keys, no passwords and no rows of your tables."
        actions={<CopyButton value={report} label="report" withText onCopied={() => setCopied(written)} />}
      >
        <CodeBlock value={report} label="text of the report" wrap />
      </Section>
      <Notice tone="info" title="If you operate this installation yourself">
        <p>
          The logs are in the folder <code>logs</code> of the data folder (<code>BASALT_HOME</code>). An error
          that shows a request id has a line with this id in <code>platform.log</code>.
        </p>
      </Notice>
    </Page>
  );
}
