import '../theme/dialog.ts';
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIsNarrow } from '../lib/use-is-narrow.ts';

interface DialogOverPageProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** Between the title and the button that closes. */
  tools?: ReactNode;
  /** CSS lengths: the widest it gets, and the least above it. */
  width: string;
  top: string;
  classNames: { content: string | undefined; header: string | undefined };
  children: ReactNode;
}

/** A dialog with so much in it that it takes most of a page, and all of a narrow one. Whoever opens it brings back the focus. */
export function DialogOverPage(props: DialogOverPageProps) {
  const { opened, onClose, title, tools, width, top, classNames, children } = props;
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={`min(${width}, calc(100vw - 32px))`}
      yOffset={`max(16px, ${top})`}
      // On the content alone: a class name given to that part goes to what places it, too.
      classNames={{ content: classNames.content ?? '' }}
      fullScreen={useIsNarrow()}
      transitionProps={{ duration: 80 }}
      returnFocus={false}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Header className={classNames.header ?? ''}>
          <Modal.Title>{title}</Modal.Title>
          {tools}
          <Modal.CloseButton aria-label="Close" />
        </Modal.Header>
        {children}
      </Modal.Content>
    </Modal.Root>
  );
}
