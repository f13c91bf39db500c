import { ButtonLink } from '../ui/button-link.tsx';

/** Leads to what is written about a warning, in a tab of its own: whoever reads must not lose the page. */
export function DocumentLink({ to }: { to: { name: string; hash: string } | null }) {
  if (to === null) return null;
  return (
    <ButtonLink
      size="xs"
      variant="subtle"
      to="/docs/$name"
      params={{ name: to.name }}
      hash={to.hash}
      target="_blank"
      rel="noopener"
    >
      Documentation
    </ButtonLink>
  );
}
