// PDFs are read in this thread, which sees nothing of the page.
import 'pdfjs-dist/build/pdf.worker.min.mjs';
