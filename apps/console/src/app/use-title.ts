import { useEffect } from 'react';

/** The title of the tab while a component is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Salience`;
    return () => {
      document.title = 'Salience';
    };
  }, [title]);
}
