import { CodeLine } from '../../ui/copy/code-line.tsx';
import { Section } from '../../ui/pages/section.tsx';
import classes from './address-section.module.css';

interface AddressSectionProps {
  description: string;
  addresses: ReadonlyArray<{ label: string; value: string }>;
}

/** Addresses that somebody else has to know, to be copied. */
export function AddressSection({ description, addresses }: AddressSectionProps) {
  return (
    <Section title="Addresses" description={description}>
      <div className={classes.addresses}>
        {addresses.map(({ label, value }) => (
          <div key={label}>
            <p className={classes.name}>{label}</p>
            <CodeLine value={value} label={label.toLowerCase()} />
          </div>
        ))}
      </div>
    </Section>
  );
}
