import { useEffect, useState } from 'react';
import { openPanelText, type PanelText } from './panel-text.ts';

/** The kept text of a project's panel. It is kept once more when the panel or the page goes. */
export function usePanelText(projectRef: string): PanelText {
  const [text] = useState(() => openPanelText(projectRef));
  useEffect(() => {
    const hidden = () => {
      if (document.visibilityState === 'hidden') text.flush();
    };
    document.addEventListener('visibilitychange', hidden);
    window.addEventListener('pagehide', text.flush);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      window.removeEventListener('pagehide', text.flush);
      text.flush();
    };
  }, [text]);
  return text;
}
