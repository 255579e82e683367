import type { Section } from '../../app/section.ts';

const load = () => import('./talk.tsx');

/** The section Talk: threads, their messages, and turns as they run. */
export const talk: Section = {
  path: 'talk',
  label: 'Talk',
  icon: 'talk',
  needs: 'agent',
  letter: 't',
  pages: [
    { path: '', load },
    { path: '$thread', load },
    { path: '$thread/$turn', load },
  ],
};
