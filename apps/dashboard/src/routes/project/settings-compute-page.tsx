import { useParams } from '@tanstack/react-router';
import { ComputePage } from '../../features/compute/compute-page.tsx';

export function SettingsComputePage() {
  const { ref } = useParams({ from: '/signed-in/project/$ref/settings/compute-and-disk' });
  return <ComputePage projectRef={ref} />;
}
