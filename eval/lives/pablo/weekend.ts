import type { LifeTurn } from '../../src/lives/life.ts';

/** Friday to Sunday: a wrong name and the right one, a birthday that lies ahead. */
export const weekend: readonly LifeTurn[] = [
  {
    key: 'ladder',
    at: '2028-11-24T11:00',
    thread: 'home',
    language: 'en',
    text: 'Our neighbour Rosario lent us a ladder, and I promised to bring it back on Saturday.',
    mode: 'RESPOND',
    reply: 'Noted: the ladder goes back to Rosario on Saturday.',
    learned: {
      facts: [
        {
          subject: 'user',
          key: 'neighbour',
          value: 'Rosario',
          quote: 'Our neighbour Rosario lent us a ladder',
        },
      ],
      traits: [
        { key: 'neighbour', value: 'Rosario', category: 'relationship', quote: 'Our neighbour Rosario' },
      ],
      gists: [
        {
          type: 'commitment',
          content: "Pablo promised to bring Rosario's ladder back on Saturday 25 November 2028.",
          quote: 'I promised to bring it back on Saturday',
        },
      ],
      entities: [{ name: 'Rosario', type: 'person' }],
      times: [{ text: 'Saturday', from: '2028-11-25', to: '2028-11-26' }],
    },
    told: 'The neighbour Rosario lent Pablo a ladder; he promised to bring it back on Saturday 25 November.',
    map: {
      concepts: [
        { name: 'Rosario', kind: 'person', definition: 'A neighbour who lent Pablo a ladder.' },
        { name: 'ladder', kind: 'thing', definition: 'Lent by the neighbour Rosario.' },
      ],
      relations: [{ from: 'Rosario', type: 'owns', to: 'ladder' }],
    },
    open: "Bring Rosario's ladder back on Saturday.",
  },
  {
    key: 'call-sister',
    at: '2028-11-24T11:04',
    thread: 'home',
    language: 'en',
    text: 'Remind me on Wednesday at 18:15 to call Dorothea.',
    mode: 'ACT',
    reply: 'I will remind you on Wednesday at 18:15 to call Dorothea.',
    plan: [[{ remind: { text: 'call Dorothea', at: '2028-11-29T18:15' } }]],
    learned: {
      gists: [
        {
          type: 'intent',
          content: 'Pablo wants to call Dorothea on Wednesday 29 November 2028 at 18:15.',
          quote: 'on Wednesday at 18:15 to call Dorothea',
        },
      ],
      times: [{ text: 'Wednesday at 18:15', from: '2028-11-29T18:15:00-03:00' }],
    },
    told: 'Pablo asks to be reminded on Wednesday 29 November at 18:15 to call Dorothea.',
    open: 'Call Dorothea on Wednesday at 18:15.',
  },
  {
    key: 'right-name',
    at: '2028-11-24T18:45',
    thread: 'home',
    language: 'en',
    text: "I got that wrong: the neighbour's name is Rosaura, not Rosario.",
    mode: 'RESPOND',
    reply: 'Thanks, corrected: the neighbour is called Rosaura.',
    restsOn: /Rosario/,
    learned: {
      facts: [
        {
          subject: 'user',
          key: 'neighbour',
          value: 'Rosaura',
          quote: "the neighbour's name is Rosaura, not Rosario",
        },
      ],
      traits: [
        {
          key: 'neighbour',
          value: 'Rosaura',
          category: 'relationship',
          quote: "the neighbour's name is Rosaura",
        },
      ],
      gists: [
        {
          type: 'fact',
          content: "The neighbour's name is Rosaura, not Rosario.",
          quote: "the neighbour's name is Rosaura, not Rosario",
        },
      ],
      entities: [{ name: 'Rosaura', type: 'person' }],
    },
    told: 'Pablo corrects the name of the neighbour: Rosaura, not Rosario.',
    map: {
      concepts: [
        { name: 'Rosaura', kind: 'person', definition: 'The neighbour, whose name was told wrong before.' },
      ],
    },
  },
  {
    key: 'birthday-soup',
    at: '2028-11-25T12:00',
    thread: 'home',
    language: 'en',
    text: 'I want to cook a soup for everybody on my birthday on 3 December. What must I leave out of it because of me?',
    mode: 'RESPOND',
    reply: 'Shellfish: you are allergic to it.',
    restsOn: /shellfish/i,
    learned: {
      gists: [
        {
          type: 'intent',
          content: 'Pablo wants to cook a soup for everybody on his birthday on 3 December.',
          quote: 'I want to cook a soup for everybody on my birthday on 3 December',
        },
      ],
      times: [{ text: '3 December', from: '2028-12-03', to: '2028-12-04' }],
    },
    told: 'Pablo plans a soup for his birthday on 3 December; it must hold no shellfish.',
    needs: { 'the allergy': /shellfish/i },
  },
  {
    key: 'neighbour-asked',
    at: '2028-11-25T12:05',
    thread: 'garden',
    language: 'de',
    text: 'Wie heißt noch mal die Nachbarin mit der Leiter?',
    mode: 'RESPOND',
    reply: 'Sie heißt Rosaura.',
    restsOn: /Rosaura/,
    told: 'Pablo fragt nach dem Namen der Nachbarin: Rosaura.',
    needs: { 'the right name': /Rosaura/ },
  },
  {
    key: 'sister-told',
    at: '2028-11-26T17:20',
    thread: 'garden',
    language: 'es',
    text: '¿Qué te conté el lunes sobre mi hermana?',
    mode: 'RESPOND',
    reply: 'Que tu hermana Dorothea vive en Leipzig.',
    restsOn: /Leipzig/,
    told: 'Pablo pregunta qué contó sobre su hermana Dorothea.',
    needs: { 'the sister': /Dorothea/, 'where she lives': /Leipzig/ },
    asksAbout: '2028-11-20',
  },
];
