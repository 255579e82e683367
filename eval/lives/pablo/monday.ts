import type { LifeTurn } from '../../src/lives/life.ts';

/** The first day: who he is, an appointment, two reminders. */
export const monday: readonly LifeTurn[] = [
  {
    key: 'introduction',
    at: '2028-11-20T08:40',
    thread: 'home',
    language: 'en',
    text:
      "Hi! I'm Pablo Wenzel. I live in Valparaíso with my wife Amaya, I work as a bookbinder at Taller Quintay, I'm allergic " +
      'to shellfish, we have a cat called Mostaza, I play the accordion, my sister Dorothea lives in Leipzig, and my birthday is ' +
      'on 3 December.',
    mode: 'RESPOND',
    reply:
      'Nice to meet you, Pablo. I have noted your home, work, family, the shellfish allergy and your birthday.',
    learned: {
      facts: [
        { subject: 'user', key: 'name', value: 'Pablo Wenzel', quote: "I'm Pablo Wenzel" },
        { subject: 'user', key: 'lives_in', value: 'Valparaíso', quote: 'I live in Valparaíso' },
        { subject: 'user', key: 'allergic_to', value: 'shellfish', quote: "I'm allergic to shellfish" },
        {
          subject: 'Dorothea',
          key: 'lives_in',
          value: 'Leipzig',
          quote: 'my sister Dorothea lives in Leipzig',
        },
        {
          subject: 'user',
          key: 'birthday',
          value: '3 December',
          quote: 'my birthday is on 3 December',
        },
        { subject: 'user', key: 'wife', value: 'Amaya', quote: 'my wife Amaya' },
        { subject: 'user', key: 'works_at', value: 'Taller Quintay', quote: 'at Taller Quintay' },
        {
          subject: "Pablo's cat",
          key: 'name',
          value: 'Mostaza',
          quote: 'we have a cat called Mostaza',
        },
      ],
      traits: [
        { key: 'name', value: 'Pablo Wenzel', category: 'core', quote: "I'm Pablo Wenzel" },
        { key: 'lives_in', value: 'Valparaíso', category: 'core', quote: 'I live in Valparaíso' },
        { key: 'wife', value: 'Amaya', category: 'relationship', quote: 'my wife Amaya' },
        { key: 'works_as', value: 'bookbinder', category: 'core', quote: 'I work as a bookbinder' },
        {
          key: 'allergic_to',
          value: 'shellfish',
          category: 'physical',
          quote: "I'm allergic to shellfish",
        },
        { key: 'cat', value: 'Mostaza', category: 'relationship', quote: 'a cat called Mostaza' },
        { key: 'plays', value: 'accordion', category: 'general', quote: 'I play the accordion' },
        { key: 'sister', value: 'Dorothea', category: 'relationship', quote: 'my sister Dorothea' },
      ],
      gists: [
        {
          type: 'fact',
          content: 'Pablo lives in Valparaíso with his wife Amaya and their cat Mostaza.',
          quote: 'I live in Valparaíso with my wife Amaya',
        },
        {
          type: 'fact',
          content: "Pablo's birthday is on 3 December 2028, a Sunday.",
          quote: 'my birthday is on 3 December',
        },
      ],
      entities: [
        { name: 'Amaya', type: 'person' },
        { name: 'Dorothea', type: 'person' },
        { name: 'Valparaíso', type: 'place' },
        { name: 'Leipzig', type: 'place' },
        { name: 'Taller Quintay', type: 'organisation' },
      ],
      times: [{ text: '3 December', from: '2028-12-03', to: '2028-12-04' }],
    },
    told:
      'Pablo Wenzel introduces himself: a bookbinder at Taller Quintay who lives in Valparaíso with his wife Amaya, is allergic to ' +
      'shellfish and has his birthday on 3 December.',
    map: {
      concepts: [
        {
          name: 'Pablo Wenzel',
          kind: 'person',
          definition: 'A bookbinder who lives in Valparaíso with his wife Amaya.',
        },
        { name: 'Valparaíso', kind: 'place', definition: 'Where Pablo lives.' },
        { name: 'Taller Quintay', kind: 'organisation', definition: 'The workshop where Pablo works.' },
        { name: 'Dorothea', kind: 'person', definition: "Pablo's sister, who lives in Leipzig." },
      ],
      relations: [
        { from: 'Pablo Wenzel', type: 'lives-in', to: 'Valparaíso' },
        { from: 'Pablo Wenzel', type: 'works-at', to: 'Taller Quintay' },
        { from: 'Dorothea', type: 'relative-of', to: 'Pablo Wenzel' },
      ],
    },
  },
  {
    key: 'appointment',
    at: '2028-11-20T08:47',
    thread: 'home',
    language: 'en',
    text: 'I have an appointment with Dr. Barraza, the dentist, on Thursday at 15:30.',
    mode: 'RESPOND',
    reply: 'Noted: Dr. Barraza, the dentist, on Thursday at 15:30.',
    learned: {
      facts: [
        {
          subject: 'user',
          key: 'appointment',
          value: 'Dr. Barraza on Thursday at 15:30',
          quote: 'an appointment with Dr. Barraza, the dentist, on Thursday at 15:30',
        },
      ],
      gists: [
        {
          type: 'commitment',
          content: 'Pablo sees the dentist Dr. Barraza on Thursday 23 November 2028 at 15:30.',
          quote: 'an appointment with Dr. Barraza, the dentist, on Thursday at 15:30',
        },
      ],
      entities: [{ name: 'Dr. Barraza', type: 'person' }],
      times: [{ text: 'Thursday at 15:30', from: '2028-11-23T15:30:00-03:00' }],
    },
    told: 'Pablo has an appointment with the dentist Dr. Barraza on Thursday 23 November at 15:30.',
    map: {
      concepts: [
        {
          name: 'Dr. Barraza',
          kind: 'person',
          definition: 'A dentist; Pablo has an appointment with Dr. Barraza on Thursday at 15:30.',
        },
      ],
    },
    open: 'The appointment with Dr. Barraza on Thursday at 15:30.',
  },
  {
    key: 'glue',
    at: '2028-11-20T08:55',
    thread: 'home',
    language: 'de',
    text: 'Erinnere mich bitte morgen um neun daran, den Leim bei Don Evaristo zu bestellen.',
    mode: 'ACT',
    reply: 'Ich erinnere dich morgen, Dienstag, um 9:00 Uhr daran, den Leim bei Don Evaristo zu bestellen.',
    plan: [[{ remind: { text: 'den Leim bei Don Evaristo bestellen', at: '2028-11-21T09:00' } }]],
    learned: {
      gists: [
        {
          type: 'intent',
          content: 'Pablo will am Dienstag um 9:00 Uhr den Leim bei Don Evaristo bestellen.',
          quote: 'morgen um neun daran, den Leim bei Don Evaristo zu bestellen',
        },
      ],
      entities: [{ name: 'Don Evaristo', type: 'person' }],
      times: [{ text: 'morgen um neun', from: '2028-11-21T09:00:00-03:00' }],
    },
    told: 'Pablo lässt sich für Dienstag, 21. November, 9:00 Uhr an den Leim bei Don Evaristo erinnern.',
    map: {
      concepts: [{ name: 'Don Evaristo', kind: 'person', definition: 'Bei ihm bestellt Pablo den Leim.' }],
    },
    open: 'Den Leim bei Don Evaristo am Dienstag um 9:00 Uhr bestellen.',
  },
  {
    key: 'rubbish',
    at: '2028-11-20T21:40',
    thread: 'home',
    language: 'es',
    text: 'Recuérdame mañana a las siete y media sacar la basura.',
    mode: 'ACT',
    reply: 'Te lo recuerdo mañana, martes, a las 7:30: sacar la basura.',
    plan: [[{ remind: { text: 'sacar la basura', at: '2028-11-21T07:30' } }]],
    learned: {
      gists: [
        {
          type: 'intent',
          content: 'Pablo quiere sacar la basura el martes a las 7:30.',
          quote: 'mañana a las siete y media sacar la basura',
        },
      ],
      times: [{ text: 'mañana a las siete y media', from: '2028-11-21T07:30:00-03:00' }],
    },
    told: 'Pablo pide un recordatorio para sacar la basura el martes 21 de noviembre a las 7:30.',
  },
];
