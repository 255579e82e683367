import type { Section } from '../../app/section.ts';

/** The section Mind: what came to the agent by itself, how routing learns, what it is for. */
export const mind: Section = {
  path: 'mind',
  label: 'Mind',
  icon: 'mind',
  needs: 'visitor',
  letter: 'i',
  pages: [
    { path: '', label: 'Thoughts', load: () => import('./thoughts.tsx'), needs: 'agent' },
    { path: 'routing', label: 'Routing', load: () => import('./routing.tsx'), needs: 'visitor' },
    { path: 'goals', label: 'Goals', load: () => import('./goals.tsx'), needs: 'agent' },
  ],
};
