import type { Section } from '../../app/section.ts';

/** The section Memory. */
export const memory: Section = {
  path: 'memory',
  label: 'Memory',
  icon: 'memory',
  needs: 'agent',
  letter: 'm',
  pages: [{ path: '', load: () => import('./memory.tsx') }],
};
