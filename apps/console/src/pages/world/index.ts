import type { Section } from '../../app/section.ts';

const signals = () => import('./signals/signals.tsx');
const modules = () => import('./modules/modules.tsx');

/** The section World: what is sensed, what wakes the agent, what it has to do, and what waits for a person. */
export const world: Section = {
  path: 'world',
  label: 'World',
  icon: 'world',
  needs: 'known',
  letter: 'w',
  pages: [
    { path: '', load: () => import('./first-page.tsx') },
    { path: 'signals', label: 'Signals', load: signals },
    { path: 'signals/$signal', load: signals },
    { path: 'modules', label: 'Modules', load: modules },
    { path: 'modules/$module', load: modules },
    { path: 'tasks', label: 'Tasks', load: () => import('./tasks/tasks.tsx') },
    { path: 'tasks/$task', load: () => import('./tasks/task.tsx') },
    { path: 'schedules', label: 'Schedules', load: () => import('./schedules/schedules.tsx') },
    { path: 'schedules/$schedule', load: () => import('./schedules/schedule.tsx') },
    { path: 'inbox', label: 'Inbox', load: () => import('./inbox/inbox.tsx') },
    { path: 'budgets', label: 'Budgets', load: () => import('./budgets/budgets.tsx') },
    { path: 'turns/$turn', load: () => import('./turn.tsx') },
  ],
};
