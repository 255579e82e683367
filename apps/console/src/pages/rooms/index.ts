import type { Section } from '../../app/section.ts';

const load = () => import('./rooms.tsx');

/** The section Rooms: the switchboard, where agents and people talk in turn. */
export const rooms: Section = {
  path: 'rooms',
  label: 'Rooms',
  icon: 'rooms',
  needs: 'agent',
  letter: 'r',
  pages: [
    { path: '', load },
    { path: '$room', load },
  ],
};
