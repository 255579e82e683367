import type { Section } from '../../app/section.ts';

/** The section Fleet: processes, work that waits or failed, models and what they cost, keys, and what operators did. */
export const fleet: Section = {
  path: 'fleet',
  label: 'Fleet',
  icon: 'fleet',
  needs: 'operator',
  letter: 'f',
  pages: [
    { path: '', label: 'Workers', load: () => import('./workers.tsx') },
    { path: 'lanes', label: 'Lanes and queues', load: () => import('./lanes.tsx') },
    { path: 'dead-letters', label: 'Dead letters', load: () => import('./dead-letters.tsx') },
    { path: 'quarantine', label: 'Quarantine', load: () => import('./quarantine.tsx') },
    { path: 'costs', label: 'Costs', load: () => import('./costs.tsx') },
    { path: 'models', label: 'Models', load: () => import('./models.tsx') },
    { path: 'keys', label: 'Keys', load: () => import('./keys.tsx') },
    { path: 'channels', label: 'Channels', load: () => import('./channels.tsx'), needs: 'known' },
    { path: 'audit', label: 'Audit log', load: () => import('./audit.tsx') },
  ],
};
