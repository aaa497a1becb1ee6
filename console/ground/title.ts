import { useEffect } from 'react';

/** Sets the title of the page, which tabs and bookmarks show. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · Conveyor` : 'Conveyor';
  }, [title]);
}
