import type { LifeTurn } from '../../src/lives/life.ts';

/** Tuesday to Thursday: another time, another home, a long message. */
export const firstDays: readonly LifeTurn[] = [
  {
    key: 'glue-later',
    at: '2028-11-21T08:10',
    thread: 'home',
    language: 'de',
    text: 'Verschieb die Erinnerung an den Leim bitte auf Freitag um zehn.',
    mode: 'ACT',
    reply: 'Erledigt: Ich erinnere dich am Freitag um 10:00 Uhr an den Leim.',
    restsOn: /Leim/,
    plan: [
      [
        { cancel: 'Leim' },
        { remind: { text: 'den Leim bei Don Evaristo bestellen', at: '2028-11-24T10:00' } },
      ],
    ],
    learned: {
      gists: [
        {
          type: 'intent',
          content: 'Die Erinnerung an den Leim steht jetzt auf Freitag, 24. November, 10:00 Uhr.',
          quote: 'die Erinnerung an den Leim bitte auf Freitag um zehn',
        },
      ],
      times: [{ text: 'Freitag um zehn', from: '2028-11-24T10:00:00-03:00' }],
    },
    told: 'Pablo verschiebt die Erinnerung an den Leim auf Freitag, 24. November, 10:00 Uhr.',
    needs: { 'the reminder': /Leim/ },
  },
  {
    key: 'small-talk',
    at: '2028-11-21T08:20',
    thread: 'home',
    language: 'en',
    text: 'Haha, what a morning. Good coffee helps, though!',
    mode: 'ACKNOWLEDGE',
    reply: 'It does. Enjoy the coffee!',
    told: 'Pablo enjoys his morning coffee.',
  },
  {
    key: 'gate-code',
    at: '2028-11-21T13:05',
    thread: 'work',
    language: 'en',
    text: 'Keep in mind that the gate code of the workshop is 5093.',
    mode: 'ACT',
    reply: 'I will keep it in mind: the gate code of the workshop is 5093.',
    plan: [[{ call: { tool: 'memorize', arguments: { text: 'The gate code of the workshop is 5093.' } } }]],
    learned: {
      facts: [
        {
          subject: 'workshop',
          key: 'gate_code',
          value: '5093',
          quote: 'the gate code of the workshop is 5093',
        },
      ],
      gists: [
        {
          type: 'fact',
          content: 'The gate code of the workshop is 5093.',
          quote: 'the gate code of the workshop is 5093',
        },
      ],
    },
    told: 'The gate code of the workshop is 5093.',
  },
  {
    key: 'thanks',
    at: '2028-11-21T13:06',
    thread: 'work',
    language: 'en',
    text: 'Great, thank you!',
    mode: 'ACKNOWLEDGE',
    reply: 'You are welcome.',
    told: 'Pablo says thanks.',
  },
  {
    key: 'appointment-moved',
    at: '2028-11-22T09:15',
    thread: 'home',
    language: 'de',
    text: 'Der Termin bei Dr. Barraza ist jetzt am Montag um elf statt am Donnerstag.',
    mode: 'RESPOND',
    reply: 'Verstanden: Dr. Barraza jetzt am Montag um 11:00 Uhr.',
    learned: {
      facts: [
        {
          subject: 'user',
          key: 'appointment',
          value: 'Dr. Barraza am Montag um elf',
          quote: 'Der Termin bei Dr. Barraza ist jetzt am Montag um elf',
        },
      ],
      gists: [
        {
          type: 'commitment',
          content: 'Der Termin bei Dr. Barraza ist am Montag, 27. November 2028, um 11:00 Uhr.',
          quote: 'Der Termin bei Dr. Barraza ist jetzt am Montag um elf statt am Donnerstag',
        },
      ],
      entities: [{ name: 'Dr. Barraza', type: 'person' }],
      times: [{ text: 'Montag um elf', from: '2028-11-27T11:00:00-03:00' }],
    },
    told: 'Der Termin bei Dr. Barraza ist jetzt am Montag, 27. November, um 11:00 Uhr.',
    map: {
      concepts: [
        {
          name: 'Dr. Barraza',
          kind: 'person',
          definition: 'Zahnarzt; Pablo hat am Montag um elf einen Termin bei Dr. Barraza.',
        },
      ],
    },
    open: 'Der Termin bei Dr. Barraza am Montag um elf.',
  },
  {
    key: 'move',
    at: '2028-11-22T19:30',
    thread: 'home',
    language: 'es',
    text: 'Nos mudamos: desde hoy vivimos en Valdivia, en la calle Picarte.',
    mode: 'RESPOND',
    reply: 'Anotado: desde hoy vivís en Valdivia, en la calle Picarte.',
    learned: {
      facts: [
        {
          subject: 'user',
          key: 'lives_in',
          value: 'Valdivia',
          quote: 'desde hoy vivimos en Valdivia',
        },
        { subject: 'user', key: 'street', value: 'calle Picarte', quote: 'en la calle Picarte' },
      ],
      traits: [
        {
          key: 'lives_in',
          value: 'Valdivia',
          category: 'core',
          quote: 'desde hoy vivimos en Valdivia',
        },
      ],
      gists: [
        {
          type: 'fact',
          content: 'Pablo y Amaya viven desde el 22 de noviembre de 2028 en Valdivia, en la calle Picarte.',
          quote: 'desde hoy vivimos en Valdivia, en la calle Picarte',
        },
      ],
      entities: [{ name: 'Valdivia', type: 'place' }],
      times: [{ text: 'desde hoy', from: '2028-11-22' }],
    },
    told: 'Pablo y Amaya se mudan a Valdivia, a la calle Picarte, el 22 de noviembre.',
    map: {
      concepts: [
        { name: 'Valdivia', kind: 'place', definition: 'Donde vive Pablo desde el 22 de noviembre.' },
      ],
      relations: [{ from: 'user', type: 'lives-in', to: 'Valdivia' }],
    },
  },
  {
    key: 'home-now',
    at: '2028-11-22T20:10',
    thread: 'work',
    language: 'en',
    text: 'Where do I live, and who with?',
    mode: 'RESPOND',
    reply: 'You live in Valdivia, in calle Picarte, with your wife Amaya.',
    restsOn: /Valdivia/,
    told: 'Pablo asks where he lives: in Valdivia, with Amaya.',
    needs: { 'the new home': /Valdivia/, 'the wife': /Amaya/ },
  },
  {
    key: 'course',
    at: '2028-11-23T10:00',
    thread: 'work',
    language: 'de',
    text:
      'Ich denke gerade über einen Kurs im Buchbinden nach, den ich ab Januar in der Werkstatt geben möchte. Es sollen sechs Abende ' +
      'werden, immer mittwochs von sieben bis neun, mit höchstens acht Leuten, weil wir nur acht Heftladen haben. Am ersten Abend ' +
      'zeige ich das Falzen und die Koptische Bindung, am zweiten und dritten machen alle ein Heft mit festem Rücken, danach kommen ' +
      'Vorsatzpapiere und am Schluss nimmt jeder ein fertiges Skizzenbuch mit nach Hause. Das Material kostet mich ungefähr 18.000 ' +
      'Pesos je Person, verlangen will ich 95.000, und wer schon einmal bei mir war, bekommt den Kurs für 80.000. Werbung mache ich ' +
      'erst im Dezember, vorher muss ich noch mit meiner Chefin Ximena reden, denn ihr gehört der Schlüssel für den hinteren Raum, ' +
      'und sie war im letzten Sommer nicht begeistert, als es dort abends so laut wurde. Klingt das nach einem Plan?',
    mode: 'RESPOND',
    reply:
      'Ja, das klingt nach einem Plan: sechs Mittwochabende ab Januar, höchstens acht Leute, 95.000 Pesos. Sprich zuerst mit Ximena.',
    learned: {
      facts: [
        {
          subject: 'user',
          key: 'plans',
          value: 'einen Kurs im Buchbinden ab Januar',
          quote: 'einen Kurs im Buchbinden nach, den ich ab Januar in der Werkstatt geben möchte',
        },
        {
          subject: 'Ximena',
          key: 'role',
          value: 'Chefin',
          quote: 'mit meiner Chefin Ximena reden',
        },
        {
          subject: 'Kurs',
          key: 'price',
          value: '95.000 Pesos',
          quote: 'Das Material kostet mich ungefähr 18.000 Pesos je Person, verlangen will ich 95.000',
        },
      ],
      gists: [
        {
          type: 'intent',
          content: 'Pablo plant ab Januar 2029 einen Kurs im Buchbinden: sechs Abende, höchstens acht Leute.',
          quote: 'einen Kurs im Buchbinden nach, den ich ab Januar in der Werkstatt geben möchte',
        },
        {
          type: 'commitment',
          content: 'Pablo muss vor der Werbung mit seiner Chefin Ximena reden.',
          quote: 'vorher muss ich noch mit meiner Chefin Ximena reden',
        },
      ],
      entities: [{ name: 'Ximena', type: 'person' }],
      times: [{ text: 'ab Januar', from: '2029-01-01' }],
    },
    told:
      'Pablo plant ab Januar einen Kurs im Buchbinden, sechs Abende für höchstens acht Leute zu 95.000 Pesos, und will vorher mit seiner ' +
      'Chefin Ximena reden.',
    map: {
      concepts: [
        {
          name: 'Kurs im Buchbinden',
          kind: 'activity',
          definition: 'Sechs Abende ab Januar in der Werkstatt.',
        },
        { name: 'Ximena', kind: 'person', definition: 'Pablos Chefin, der der Schlüssel gehört.' },
      ],
      relations: [{ from: 'Ximena', type: 'related-to', to: 'Kurs im Buchbinden' }],
    },
    open: 'Mit Ximena über den Kurs reden.',
  },
  {
    key: 'unclear',
    at: '2028-11-23T10:12',
    thread: 'work',
    language: 'de',
    text: 'Kannst du das für mich umbuchen?',
    mode: 'CLARIFY',
    reply: 'Was genau soll ich umbuchen, und auf wann?',
    told: 'Kannst du das für mich umbuchen? Was genau umzubuchen ist, blieb offen.',
  },
];
