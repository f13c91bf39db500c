// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { useIsLate } from './use-is-late.ts';

interface LookProps {
  path: string;
  isShown: boolean;
}

function Look({ path, isShown }: LookProps) {
  return useIsLate(path, isShown) ? 'late' : 'in time';
}

it('is late on the page it came up on, and not on the next one or on return', () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const place = document.createElement('div');
  const root = createRoot(place);
  const look = (path: string, isShown: boolean) => {
    act(() => root.render(<Look path={path} isShown={isShown} />));
    return place.textContent;
  };
  expect(look('/logs', false)).toBe('in time');
  expect(look('/logs', true)).toBe('late');
  expect(look('/sql', true)).toBe('in time');
  expect(look('/logs', true)).toBe('in time');
  expect(look('/logs', false)).toBe('in time');
  expect(look('/logs', true)).toBe('late');
  act(() => root.unmount());
});
