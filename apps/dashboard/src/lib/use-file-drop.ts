import { type DragEvent, useState } from 'react';

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** Files that are dragged over a part of the page. Every element below tells of them, so arrivals and departures are counted. */
export function useFileDrop(isAllowed: boolean, onDrop: (data: DataTransfer) => Promise<void>) {
  const [depth, setDepth] = useState(0);
  const handlers = {
    onDragEnter: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setDepth((before) => before + 1);
    },
    onDragLeave: (event: DragEvent) => {
      if (hasFiles(event)) setDepth((before) => Math.max(0, before - 1));
    },
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      // Without this the browser would leave the dashboard for the file.
      event.preventDefault();
      event.dataTransfer.dropEffect = isAllowed ? 'copy' : 'none';
    },
    // Before what is below, such as an editor that would write the file's text.
    onDropCapture: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      setDepth(0);
      if (isAllowed) void onDrop(event.dataTransfer);
    },
  };
  return { isOver: isAllowed && depth > 0, handlers };
}
