import type { MailboxMessage } from '@basalt/contract';
import { Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.css';
import { useMemo } from 'react';
import { CodeBlock } from '../../ui/copy/code-block.tsx';
import { frameDocument } from './frame-document.ts';
import classes from './message-view.module.css';

/** The words of a message: the HTML in a frame that can do nothing, and the plain text. */
export function MessageBody({ message: { html, text, subject } }: { message: MailboxMessage }) {
  const document = useMemo(() => frameDocument(html), [html]);
  if (html === '') return <CodeBlock value={text} label="text" wrap />;
  return (
    <Tabs defaultValue="html" keepMounted={false}>
      <Tabs.List aria-label="Form of the message">
        <Tabs.Tab value="html">HTML</Tabs.Tab>
        <Tabs.Tab value="text">Text</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="html" className={classes.panel ?? ''}>
        <iframe
          className={classes.frame}
          title={`Message: ${subject}`}
          sandbox=""
          referrerPolicy="no-referrer"
          srcDoc={document}
        />
      </Tabs.Panel>
      <Tabs.Panel value="text" className={classes.panel ?? ''}>
        <CodeBlock value={text} label="text" wrap />
      </Tabs.Panel>
    </Tabs>
  );
}
