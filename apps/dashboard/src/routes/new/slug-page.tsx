import { useParams } from '@tanstack/react-router';
import { NewProject } from '../../features/new-project/new-project.tsx';

export function SlugPage() {
  const { slug } = useParams({ from: '/signed-in/new/$slug' });
  return <NewProject slug={slug} />;
}
