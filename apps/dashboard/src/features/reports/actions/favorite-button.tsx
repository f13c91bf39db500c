import { IconStar, IconStarFilled } from '@tabler/icons-react';
import classes from './favorite-button.module.css';

interface FavoriteButtonProps {
  name: string;
  isFavorite: boolean;
  onChange: (isFavorite: boolean) => void;
}

/** Marks something as one of the caller's favorites. */
export function FavoriteButton({ name, isFavorite, onChange }: FavoriteButtonProps) {
  const Star = isFavorite ? IconStarFilled : IconStar;
  return (
    <button
      type="button"
      className={classes.button}
      aria-pressed={isFavorite}
      aria-label={`Favorite ${name}`}
      title={isFavorite ? 'Remove from favorites' : 'Add to favorites'}
      onClick={() => onChange(!isFavorite)}
    >
      <Star size={15} stroke={1.75} aria-hidden="true" />
    </button>
  );
}
