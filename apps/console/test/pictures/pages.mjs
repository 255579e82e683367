// Which pages docs/console shows, in its order.

/** Opens a thread by a word of its name, and why of its latest turn. */
const whyIn = (thread) => async (page) => {
  await page.getByRole('link').filter({ hasText: thread }).first().click();
  await page.getByRole('link', { name: 'Why', exact: true }).last().click();
};

const page = (name, path, more = {}) => ({ name, path: `/console/${path}`, ...more });

export const pages = [
  page('talk', 'talk', { open: whyIn('exhibition') }),
  page('talk-phone', 'talk', {
    phone: true,
    theme: 'dark',
    open: (page) => page.getByRole('link').filter({ hasText: 'shopping' }).first().click(),
  }),
  page('memory-search', 'memory?q=kiln'),
  page('memory-people', 'memory/people'),
  page('memory-days', 'memory/days'),
  page('memory-episodes', 'memory/episodes'),
  page('memory-concepts', 'memory/concepts?q=kiln'),
  page('memory-then-and-now', 'memory/then-and-now'),
  page('memory-autobiography', 'memory/autobiography'),
  page('memory-audit', 'memory/audit'),
  page('memory-keeping', 'memory/keeping'),
  page('world-signals', 'world/signals'),
  page('world-modules', 'world/modules/studio'),
  page('world-tasks', 'world/tasks'),
  page('world-schedules', 'world/schedules'),
  page('world-inbox', 'world/inbox'),
  page('world-budgets', 'world/budgets'),
  page('mind-thoughts', 'mind'),
  page('mind-routing', 'mind/routing', { theme: 'dark' }),
  page('mind-goals', 'mind/goals'),
  page('rooms', 'rooms/example-studio'),
  page('fleet-workers', 'fleet', { theme: 'dark' }),
  page('fleet-lanes', 'fleet/lanes'),
  page('fleet-dead-letters', 'fleet/dead-letters'),
  page('fleet-costs', 'fleet/costs'),
  page('fleet-models', 'fleet/models'),
  page('fleet-keys', 'fleet/keys'),
  page('fleet-audit', 'fleet/audit'),
];
