import { ValuePanel } from '../../../ui/data-grid/value-panel.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import { useWholeValue } from '../grid/cell-editor.tsx';
import type { ActiveCell } from '../grid/table-grid.tsx';
import { SidePanel } from './side-panel.tsx';

interface CellPanelProps {
  projectRef: string;
  tableId: string;
  cell: ActiveCell;
  onClose: () => void;
}

/** One value in full. What was cut is loaded for it. */
export function CellPanel({ projectRef, tableId, cell, onClose }: CellPanelProps) {
  const { column, place, line, lineIndex } = cell;
  const whole = useWholeValue(projectRef, tableId, column.name, place, line);
  if (whole?.isLoading || whole?.error !== undefined)
    return (
      <SidePanel title={`Value of ${column.name}`} onClose={onClose}>
        {whole.isLoading ? <Skeleton height={16} lines={6} /> : <p role="alert">{whole.error}</p>}
      </SidePanel>
    );
  return (
    <ValuePanel
      field={{ name: column.name, type: column.kind === 'boolean' ? 'bool' : column.type }}
      value={whole === null ? (line.values[place] ?? null) : whole.value}
      rowNumber={lineIndex + 1}
      onClose={onClose}
    />
  );
}
