import { Input } from '@mantine/core';
import { ChoiceField, type ChoiceFieldProps } from './choice-field.tsx';

interface LabelledChoiceProps extends ChoiceFieldProps {
  description?: string;
}

/** One of a few in a form, under its name. */
export function LabelledChoice({ description, ...choice }: LabelledChoiceProps) {
  return (
    <Input.Wrapper label={choice.label} labelElement="div" description={description}>
      <div>
        <ChoiceField {...choice} />
      </div>
    </Input.Wrapper>
  );
}
