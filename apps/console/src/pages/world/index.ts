import type { Section } from '../../app/section.ts';

/** The section World. */
export const world: Section = {
  path: 'world',
  label: 'World',
  icon: 'world',
  needs: 'agent',
  letter: 'w',
  pages: [{ path: '', load: () => import('./world.tsx') }],
};
