import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { drawPage, type OpenPdf, openPdf } from './open-pdf.ts';
import classes from './preview.module.css';

interface PdfPreviewProps {
  url: string;
  name: string;
}

/** A PDF, page by page. It is drawn here: in a frame the browser's own viewer would run what is in it. */
export function PdfPreview({ url, name }: PdfPreviewProps) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [pdf, setPdf] = useState<OpenPdf | null>(null);
  const [pages, setPages] = useState(0);
  const [page, setPage] = useState(1);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    const opened = openPdf(url);
    let isOpen = true;
    opened.document.then(
      ({ numPages }) => {
        if (isOpen) setPages(numPages);
      },
      (error: unknown) => {
        if (isOpen) setProblem(reasonOf(error));
      },
    );
    setPdf(opened);
    return () => {
      isOpen = false;
      opened.close();
    };
  }, [url]);

  useEffect(() => {
    if (pdf === null || pages === 0 || canvas.current === null || box.current === null) return;
    const { clientWidth: width, clientHeight: height } = box.current;
    const place = { canvas: canvas.current, box: { width, height } };
    const drawing = new AbortController();
    pdf.document
      .then((document) => drawPage(document, page, place, drawing.signal))
      .catch((error: unknown) => {
        if (!drawing.signal.aborted) setProblem(reasonOf(error));
      });
    return () => drawing.abort();
  }, [pdf, pages, page]);

  if (problem !== null)
    return (
      <div className={classes.preview}>
        <p className={classes.quiet}>{problem}</p>
      </div>
    );
  return (
    <>
      <div className={classes.preview} data-kind="pdf" ref={box}>
        <canvas
          ref={canvas}
          className={classes.page}
          hidden={pages === 0}
          role="img"
          aria-label={`Page ${page} of ${name}`}
        />
      </div>
      {pages > 1 && (
        <div className={classes.pages}>
          <button
            type="button"
            className={classes.close}
            aria-label="Previous page"
            disabled={page === 1}
            onClick={() => setPage(page - 1)}
          >
            <IconChevronLeft size={16} aria-hidden="true" />
          </button>
          <span>
            Page {page} of {pages}
          </span>
          <button
            type="button"
            className={classes.close}
            aria-label="Next page"
            disabled={page === pages}
            onClick={() => setPage(page + 1)}
          >
            <IconChevronRight size={16} aria-hidden="true" />
          </button>
        </div>
      )}
    </>
  );
}

function reasonOf(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'PasswordException') return 'This PDF is locked by a password. Download it to open it.';
  if (name === 'InvalidPDFException') return 'This file is not a PDF, or it is damaged.';
  return 'This PDF could not be drawn. Download it to open it.';
}
