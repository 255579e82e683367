import type { Section } from '../../app/section.ts';

/** The section Rooms. */
export const rooms: Section = {
  path: 'rooms',
  label: 'Rooms',
  icon: 'rooms',
  needs: 'agent',
  letter: 'r',
  pages: [{ path: '', load: () => import('./rooms.tsx') }],
};
