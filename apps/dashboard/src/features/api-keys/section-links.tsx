import { Link } from '@tanstack/react-router';
import classes from './section-links.module.css';

const SECTIONS = [
  ['api-keys', 'API keys'],
  ['configuration', 'Configuration'],
  ['signing-keys', 'JWT signing keys'],
  ['data-api', 'Data API'],
] as const;

/** The sections of the page; each has an address of its own. */
export function SectionLinks() {
  return (
    <nav className={classes.links} aria-label="On this page">
      {SECTIONS.map(([hash, label]) => (
        <Link key={hash} to="." hash={hash} replace className={classes.link}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
