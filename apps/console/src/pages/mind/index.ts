import type { Section } from '../../app/section.ts';

/** The section Mind. */
export const mind: Section = {
  path: 'mind',
  label: 'Mind',
  icon: 'mind',
  needs: 'agent',
  letter: 'i',
  pages: [{ path: '', load: () => import('./mind.tsx') }],
};
