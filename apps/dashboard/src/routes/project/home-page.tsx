import { useParams } from '@tanstack/react-router';
import { ProjectHome } from '../../features/project-home/project-home.tsx';

export function HomePage() {
  const { ref } = useParams({ from: '/signed-in/project/$ref/' });
  return <ProjectHome projectRef={ref} />;
}
