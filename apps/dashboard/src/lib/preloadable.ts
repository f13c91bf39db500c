import { type ComponentType, lazy } from 'react';

interface Preloadable<Props> {
  /** Loads the code, once. */
  preload: () => Promise<ComponentType<Props>>;
  /**
   * The component itself when its code is there, else one that loads it. Keep the answer: another component would lose its state.
   */
  choose: () => ComponentType<Props>;
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
  return { preload, choose: () => loaded ?? Lazy };
}
