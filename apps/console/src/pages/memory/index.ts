import type { Section } from '../../app/section.ts';

/** The section Memory. */
export const memory: Section = {
  path: 'memory',
  label: 'Memory',
  icon: 'memory',
  needs: 'agent',
  letter: 'm',
  pages: [
    { path: '', label: 'Search', load: () => import('./memory.tsx') },
    { path: 'people', label: 'People', load: () => import('./people.tsx') },
    { path: 'people/$person', load: () => import('./person.tsx') },
    { path: 'days', label: 'Days', load: () => import('./days.tsx') },
    { path: 'episodes', label: 'Episodes', load: () => import('./episodes.tsx') },
    { path: 'concepts', label: 'Concepts', load: () => import('./concepts.tsx') },
    { path: 'then-and-now', label: 'Then and now', load: () => import('./then-and-now.tsx') },
    { path: 'autobiography', label: 'Autobiography', load: () => import('./autobiography.tsx') },
    { path: 'audit', label: 'Audit', load: () => import('./audit.tsx') },
    { path: 'keeping', label: 'Keeping', load: () => import('./keeping.tsx') },
  ],
};
