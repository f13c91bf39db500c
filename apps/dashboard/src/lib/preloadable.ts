import { type ComponentType, lazy, useEffect, useState } from 'react';

interface Preloadable<Props> {
  /** Loads the code, once. */
  preload: () => Promise<ComponentType<Props>>;
  /**
   * The component itself when its code is there, else one that loads it. Keep the answer: another component would lose its state.
   */
  choose: () => ComponentType<Props>;
  /** The component when its code is there, else null. */
  loaded: () => ComponentType<Props> | null;
}

/**
 * A component whose code may be there before it is wanted, and which is then drawn at once: React waits 300 ms before it shows what
 * `lazy` has suspended, however soon that is there.
 */
export function preloadable<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Preloadable<Props> {
  let loaded: ComponentType<Props> | null = null;
  const preload = async () => {
    loaded = await load();
    return loaded;
  };
  const Lazy = lazy(async () => ({ default: await preload() })) as unknown as ComponentType<Props>;
  return { preload, choose: () => loaded ?? Lazy, loaded: () => loaded };
}

/** The component as soon as its code is there, which this loads; null before, for whoever draws something else meanwhile. */
export function useLoaded<Props extends object>({
  preload,
  loaded,
}: Preloadable<Props>): ComponentType<Props> | null {
  const [shown, show] = useState(loaded);
  useEffect(() => {
    if (shown !== null) return;
    preload().then(
      (component) => show(() => component),
      // For the boundary above, as with `lazy`.
      (error: unknown) =>
        show(() => {
          throw error;
        }),
    );
  }, [shown, preload]);
  return shown;
}
