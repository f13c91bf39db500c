import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { slugOf } from '../../lib/pages/slug.ts';
import classes from './page-places.module.css';

interface Place {
  slug: string;
  title: string;
}

/** Fewer sections are seen at once. */
const LEAST = 3;
/** Pixels below the top of the room from which on a section is the one that is read. */
const READ_FROM = 140;
/** Milliseconds in which what is loaded above may still push a place away, and for which a place that is looked for is waited. */
const SETTLES = 1_500;
const PATIENCE = 10_000;
const HIGHLIGHT = 2_400;

/** The sections of a page beside it, the one that is read marked; and the way to what its address names behind `#`. */
export function PagePlaces() {
  const navigate = useNavigate();
  const { places, current } = useSections();
  useRevealed();
  if (places.length < LEAST) return null;
  return (
    <nav className={classes.places} aria-label="On this page">
      <ul>
        {places.map(({ slug, title }) => (
          <li key={slug}>
            <a
              href={`#${slug}`}
              className={classes.place}
              aria-current={slug === current ? 'location' : undefined}
              onClick={(event) => {
                event.preventDefault();
                void navigate({ to: '.', hash: slug, search: true, replace: true });
              }}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const sectionsOf = (main: Element) => [...main.querySelectorAll<HTMLElement>('section[data-place]')];

/** The sections that are on the page now, and the slug of the one that is read. */
function useSections(): { places: readonly Place[]; current: string | null } {
  const [places, setPlaces] = useState<readonly Place[]>([]);
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    const main = document.getElementById('main');
    if (main === null) return;
    let frame = 0;
    function read() {
      frame = 0;
      if (main === null) return;
      const sections = sectionsOf(main);
      const found = sections.map((section) => ({
        slug: section.dataset.place ?? '',
        title: section.querySelector('h2')?.textContent ?? '',
      }));
      setPlaces((before) => (isSame(before, found) ? before : found));
      const top = main.getBoundingClientRect().top + READ_FROM;
      const isAtEnd = main.scrollTop > 0 && main.scrollTop + main.clientHeight >= main.scrollHeight - 2;
      const read = isAtEnd
        ? sections.at(-1)
        : (sections.findLast((section) => section.getBoundingClientRect().top <= top) ?? sections[0]);
      setCurrent(read?.dataset.place ?? null);
    }
    function soon() {
      if (frame === 0) frame = requestAnimationFrame(read);
    }
    const observer = new MutationObserver(soon);
    observer.observe(main, { childList: true, subtree: true });
    main.addEventListener('scroll', soon, { passive: true });
    soon();
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      main.removeEventListener('scroll', soon);
    };
  }, []);
  return { places, current };
}

function isSame(a: readonly Place[], b: readonly Place[]): boolean {
  return (
    a.length === b.length && a.every(({ slug, title }, i) => slug === b[i]?.slug && title === b[i].title)
  );
}

/** Goes to the section or field that the address names, as soon as it is there. */
function useRevealed(): void {
  const location = useRouterState({ select: (state) => state.location });
  useEffect(() => {
    const main = document.getElementById('main');
    const [section, label] = location.hash.split('/');
    if (main === null || section === undefined || section === '') return;
    let isFound = false;
    const stop = new AbortController();
    const { signal } = stop;
    function look() {
      const target = main && targetOf(main, section ?? '', label);
      if (main === null || target === null || signal.aborted) return;
      // A field of a section that is loading comes later. One that is not asked for does not come.
      if (!isFound && (label === undefined || target.control !== null)) {
        isFound = true;
        setTimeout(() => stop.abort(), SETTLES);
        target.control?.focus({ preventScroll: true });
        highlight(target.shown);
      }
      scrollTo(main, target);
    }
    const observer = new MutationObserver(look);
    observer.observe(main, { childList: true, subtree: true });
    // Who scrolls or types meanwhile wants to be elsewhere. The key that led here may still be on its way.
    const began = performance.now();
    for (const kind of ['wheel', 'pointerdown', 'keydown', 'touchstart'])
      window.addEventListener(kind, ({ timeStamp }) => timeStamp > began && stop.abort(), {
        signal,
        passive: true,
      });
    signal.addEventListener('abort', () => observer.disconnect());
    const timer = setTimeout(() => stop.abort(), PATIENCE);
    // After the frame in which the page takes the focus and goes to its top.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(look);
    });
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      stop.abort();
    };
  }, [location]);
}

interface Target {
  /** What is scrolled to and marked for a moment. */
  shown: HTMLElement;
  /** What gets the focus; null for a section as a whole. */
  control: HTMLElement | null;
}

/** What an address means on the page now. A field that is not asked for at the moment gives way to its section. */
function targetOf(main: Element, section: string, label: string | undefined): Target | null {
  const found = sectionsOf(main).find(({ dataset }) => dataset.place === section);
  if (found === undefined) return null;
  const names = [...found.querySelectorAll<HTMLElement>('label, .mantine-InputWrapper-label, summary span')];
  const name = label && names.find(({ textContent }) => slugOf(textContent) === label);
  if (!name) return { shown: found, control: null };
  const summary = name.closest('summary');
  if (summary !== null) {
    const details = summary.closest('details');
    if (details !== null) details.open = true;
    return { shown: summary, control: summary };
  }
  const details = name.closest('details');
  if (details !== null) details.open = true;
  const field = name.closest<HTMLElement>('.mantine-InputWrapper-root') ?? name.parentElement ?? name;
  const control =
    name instanceof HTMLLabelElement && name.control !== null
      ? name.control
      : field.querySelector<HTMLElement>('input, select, textarea, button');
  return { shown: field, control };
}

/** A section begins at the top, a field stands in the middle. Only the room of the page moves, not the window around it. */
function scrollTo(main: Element, { shown, control }: Target): void {
  const { top, height } = shown.getBoundingClientRect();
  const room = main.getBoundingClientRect();
  main.scrollTop += top - room.top - (control === null ? 24 : Math.max(24, (room.height - height) / 2));
}

function highlight(element: HTMLElement): void {
  element.dataset.revealed = 'true';
  setTimeout(() => delete element.dataset.revealed, HIGHLIGHT);
}
