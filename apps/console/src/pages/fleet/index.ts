import type { Section } from '../../app/section.ts';

/** The section Fleet. */
export const fleet: Section = {
  path: 'fleet',
  label: 'Fleet',
  icon: 'fleet',
  needs: 'operator',
  letter: 'f',
  pages: [{ path: '', load: () => import('./fleet.tsx') }],
};
