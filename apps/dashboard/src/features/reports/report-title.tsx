import { useState } from 'react';
import { InlineName } from '../../ui/fields/inline-name.tsx';
import classes from './report-title.module.css';

interface ReportTitleProps {
  name: string;
  onRename: (name: string) => void;
}

/** A heading that becomes a field when it is pressed. */
export function ReportTitle({ name, onRename }: ReportTitleProps) {
  const [isNaming, setNaming] = useState(false);
  if (isNaming) {
    return (
      <InlineName
        label="Name of the report"
        name={name}
        size="heading"
        onCancel={() => setNaming(false)}
        onSave={(next) => {
          setNaming(false);
          onRename(next);
        }}
      />
    );
  }
  return (
    <h1 className={classes.title}>
      <button type="button" className={classes.button} title="Rename" onClick={() => setNaming(true)}>
        {name}
      </button>
    </h1>
  );
}
