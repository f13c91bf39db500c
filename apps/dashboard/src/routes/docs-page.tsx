import { useParams } from '@tanstack/react-router';
import { DocumentPage } from '../features/documents/document-page.tsx';

export function DocsPage() {
  const { name } = useParams({ from: '/signed-in/docs/$name' });
  return <DocumentPage key={name} name={name} />;
}
