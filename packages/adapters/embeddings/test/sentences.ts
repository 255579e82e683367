/** Pairs that say the same in other words. */
export const PARAPHRASES: readonly (readonly [string, string])[] = [
  ['How do I reset my password?', 'I forgot my password, how can I change it?'],
  ['What time does the store open?', 'When does the shop open in the morning?'],
  ['I am feeling really tired today.', 'I have no energy at all today.'],
  ['Please book a table for two tonight.', 'Can you reserve a dinner table for two people?'],
  ['The server crashed last night.', 'Our server went down yesterday evening.'],
  ['My dog loves playing in the park.', 'Going to the park makes my puppy happy.'],
  ['How much does the ticket cost?', 'What is the price of a ticket?'],
  ['I would like to cancel my subscription.', 'Please end my membership.'],
  ['It is raining heavily outside.', 'There is a downpour right now.'],
  ['Thanks a lot for your help!', 'I really appreciate your assistance.'],
];

/** Pairs that have nothing to do with each other. */
export const UNRELATED: readonly (readonly [string, string])[] = PARAPHRASES.map(([first], index) => [
  first,
  PARAPHRASES[(index + 3) % PARAPHRASES.length]?.[1] ?? '',
]);

/** Forty sentences of the kind that chats are made of, short and long, clean and not. */
export const SENTENCES: readonly string[] = [
  ...PARAPHRASES.flat(),
  'hi',
  'ok thanks',
  'no, the other one',
  'WHERE IS MY ORDER???',
  'remind me tomorrow at 9:30 to call mum',
  'lol that was funny :)',
  'The meeting has been moved to Thursday, 14 March.',
  'error: cannot read properties of undefined (reading "id")',
  'https://example.com/path?query=1',
  'Could you summarise the three reports that Anna sent on Friday and tell me what changed since last quarter?',
  'I moved from Lisbon to Berlin in 2019 because of a new job at a hospital.',
  'Naïve café façade, señor!',
  '日本語 in the middle of a sentence',
  'my favourite colour is green and I play the cello',
  'what is 17 * 23',
  'deploy the new version to staging and run the smoke tests',
  'You promised to send the invoice two weeks ago and I still have not received anything.',
  'Is it safe to eat raw salmon while pregnant?',
  'turn off the lights in the living room',
  'Democracy is a system of government in which power is vested in the people.',
];
