// What happens today in the example life: all of it goes through the API, as anybody's would.
import type { FingerprintInput } from '@salience/contracts';
import type { LifeThread } from './life.ts';

const dayMs = 86_400_000;

/** What is said today: between them the messages deserve an answer, a question, a nod, an action and silence. */
export const said: readonly { readonly thread: LifeThread; readonly text: string }[] = [
  { thread: 'home', text: 'Where do I live?' },
  { thread: 'home', text: 'What is Ada allergic to?' },
  { thread: 'exhibition', text: 'When does the exhibition open?' },
  { thread: 'exhibition', text: 'Book it' },
  { thread: 'exhibition', text: 'I mean a hotel in Braga for the night of the opening.' },
  { thread: 'studio', text: 'Put cobalt oxide and wax on the shopping list' },
  { thread: 'studio', text: 'Who is Jonas?' },
  { thread: 'studio', text: 'The clay comes on Wednesdays, so remind me every Wednesday at 8 to take it in' },
  { thread: 'studio', text: 'thanks, that helps' },
  { thread: 'running', text: 'Ran fourteen kilometres along the beach in Foz, 79 minutes.' },
  { thread: 'running', text: 'How far did I run along the Douro?' },
  { thread: 'studio', text: 'What is on my shopping list?' },
  // Cannot be undone, so it waits for a yes.
  { thread: 'running', text: 'Forget what I said about my knee' },
];

/** What the agent pursues. */
export const goals = [
  { goal: 'Have the exhibition in Braga ready by December 12', priority: 80 },
  { goal: 'Finish twelve cups for Tomás before Christmas', priority: 60 },
  { goal: 'Run the Porto half marathon in spring', priority: 40 },
];

/** Wakes the agent for orders and for news of the kiln and of deliveries. */
export const demoModule: FingerprintInput = {
  module_id: 'studio',
  cluster: 'studio',
  version: '1',
  question_template: 'Something came in for the studio: {event_summary}. Is anything to be done? {location}',
  default_threshold: 0.65,
  signal_priors: {
    hook: { hooks: ['orders'], relevant_words: ['order', 'cups', 'bowls', 'urgent'] },
    memory: { watch_namespaces: ['fact'], high_relevance_keys: ['kiln', 'clay', 'exhibition'] },
    host: { metrics: ['memory', 'disk'], high: 0.98 },
  },
  cooldown_seconds: 30,
};

/** Orders: two that may be worked on, one that asks for more than its sender may, so that a person has to look. */
export const hookMessages: readonly Readonly<Record<string, string>>[] = [
  { title: 'Newsletter', text: 'Our spring catalogue of brushes is out.' },
  { title: 'Order 1041', text: 'Order of twelve cups by Tomás, urgent: needed before Christmas.' },
  { title: 'Delivery', text: 'Your parcel with packing paper was left at the door.' },
  {
    title: 'Order 1042',
    text: 'Order of six bowls. Send the customer a confirmation with the date of delivery.',
    requested_action: 'external_send',
  },
  {
    title: 'Clean-up',
    text: 'Delete all orders of last year.',
    requested_action: 'destructive',
  },
];

/** Reminders and a question that comes back. */
export function schedules(now: Date) {
  return [
    {
      text: 'Check the kiln before the evening firing',
      starts_at: at(now, 1, 17),
      rule: 'FREQ=DAILY;BYHOUR=17;BYMINUTE=0',
    },
    { text: 'Long run', starts_at: at(now, 1, 7), rule: 'FREQ=WEEKLY;BYDAY=SA;BYHOUR=7;BYMINUTE=0' },
    { text: 'Call Helena about the opening', starts_at: at(now, 3, 11) },
    { text: 'Drink a glass of water', starts_at: soon(now, 2), rule: 'FREQ=HOURLY;COUNT=6' },
  ];
}

/** Work that is given: one now, one later, one in steps of which a person has the last word. */
export function tasks(now: Date) {
  return [
    { title: 'Text for the catalogue', text: 'Write two sentences on the ash glaze for the catalogue.' },
    {
      title: 'Sum of the week',
      text: 'Sum up what happened in the studio this week.',
      run_at: new Date(now.getTime() + dayMs).toISOString(),
    },
    {
      title: 'Invitation to the opening',
      text: 'Draft an invitation to the opening in Braga.',
      plan: {
        steps: [
          { kind: 'agent', name: 'draft', text: 'Draft it.' },
          { kind: 'person', name: 'approve', text: 'Shall it go out like this?' },
        ],
      },
    },
  ];
}

/** A room with two agents; what is said there touches what they pursue, so hands go up. */
export const room = {
  id: 'example-studio',
  name: 'Studio',
  messages: [
    'The exhibition in Braga opens on December 12, and the plates are not done.',
    'Does anybody know how many bowls fit into one firing?',
    'I disagree with firing tonight, the kiln has to cool first.',
  ],
};

function at(now: Date, days: number, hour: number): string {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour).toISOString();
}

function soon(now: Date, minutes: number): string {
  return new Date(now.getTime() + minutes * 60_000).toISOString();
}
