import { expect, test } from 'vitest';
import { PersonSearch } from './about-a-person.ts';

/** Whether a line that follows one about Ana is found to be about her; others are lines that make a language spoken here. */
function isOfHer(first: string, line: string): boolean {
  const search = new PersonSearch({ name: 'Ana' });
  const turns = [first, line].map((message, at) => ({
    id: String(at),
    threadId: 't',
    at: at * 60_000,
    speaker: null,
    message,
    reply: null,
  }));
  for (const turn of turns) search.learn(turn);
  search.settle();
  return search.judge(turns)[1]?.gone === true;
}

const told = {
  en: 'My sister Ana lives in Porto.',
  de: 'Meine Schwester Ana wohnt in Porto.',
  fr: 'Ma sœur Ana habite à Porto.',
  es: 'Mi hermana Ana vive en Oporto.',
  pt: 'A minha irmã Ana mora no Porto.',
  it: 'Mia sorella Ana abita a Porto.',
} as const;

const lines: Readonly<
  Record<keyof typeof told, { readonly hers: readonly string[]; readonly not: readonly string[] }>
> = {
  en: { hers: ['I saw her yesterday.', 'I called her.'], not: ['I saw the house yesterday.'] },
  de: { hers: ['Gestern habe ich sie gesehen.', 'Ich habe ihr geschrieben.'], not: ['Die Suppe war gut.'] },
  fr: {
    hers: [
      'Je la vois demain.',
      "Je l'ai appelée hier.",
      "Hier je l'ai vue à la plage.",
      'Tom la connaît bien.',
      "J'irai la voir dimanche.",
      'Appelle-la, s’il te plaît.',
    ],
    not: [
      'La maison est grande.',
      "J'aime la mer.",
      'La table est dans la cuisine.',
      "L'eau est froide.",
      'Merci pour la visite.',
    ],
  },
  es: {
    hers: [
      'La vi ayer.',
      'Ayer la llamé por la tarde.',
      'No la conozco bien.',
      'La quiero mucho.',
      'Mi hermano la visita los domingos.',
      'Tom la llama cada noche.',
      'La he visto en la playa.',
      'La voy a llamar mañana.',
      'Tengo que llamarla.',
      'Llámala mañana.',
      'Estoy esperándola.',
      'Fui a la playa y la vi allí.',
      'La operaron en enero.',
    ],
    not: [
      'La casa es grande.',
      'La mesa está en la cocina.',
      'La visita fue corta.',
      'La llama se apagó.',
      'Gracias por la ayuda.',
      'La compré ayer en el mercado.',
      'No me gusta la casa.',
      'Compré una bici. La pinté de rojo.',
      'Lo siento mucho.',
      'La semana que viene llueve.',
      'Carla tiene una perla.',
      'La llamada fue larga.',
    ],
  },
  pt: {
    hers: [
      'A vi ontem.',
      'Eu a chamei ontem.',
      'Não a conheço bem.',
      'Vi-a na praia.',
      'Quero vê-la amanhã.',
      'Vou chamá-la hoje.',
      'Já a tinha visto.',
      'Ontem encontrei-a no mercado.',
    ],
    not: [
      'O carro é novo.',
      'A casa é grande.',
      'Começou a chamar a polícia.',
      'A mesa está na cozinha.',
      'A visita foi curta.',
      'Comprei-a no mercado.',
      'Vou a pé.',
      'Obrigado pela ajuda.',
    ],
  },
  it: {
    hers: [
      'La vedo domani.',
      "L'ho vista ieri.",
      'La ho chiamata ieri.',
      'Non la conosco bene.',
      'Devo chiamarla.',
      'Vorrei vederla domani.',
      'Chiamala domani.',
      'Le ho scritto una lettera.',
      'Tom la chiama ogni sera.',
      'Le piace il mare.',
    ],
    not: [
      'La casa è grande.',
      'La macchina è nuova.',
      'Le case sono belle.',
      'Gli amici arrivano.',
      "L'auto è rossa.",
      'La tavola è in cucina.',
      'La visita è stata breve.',
      "L'ho comprata ieri.",
      'Lo so.',
      'Grazie per la visita.',
    ],
  },
};

const table = Object.entries(lines).flatMap(([language, { hers, not }]) => [
  ...hers.map((line) => ({ language, line, hers: true })),
  ...not.map((line) => ({ language, line, hers: false })),
]);

test.each(table)('$language: "$line" after a word about her: $hers', ({ hers, language, line }) => {
  expect(isOfHer(told[language as keyof typeof told], line)).toBe(hers);
});

test.each([
  ['Mi hermano Tom vive en Oporto.', 'Lo vi ayer.', true],
  ['Mi hermano Tom vive en Oporto.', 'No lo sé.', false],
  ['Mi hermano Tom vive en Oporto.', 'Lo mejor es el mar.', false],
  ['O meu irmão Tom mora no Porto.', 'Vi-o ontem.', true],
  ['Mio fratello Tom abita a Porto.', 'Gli ho parlato ieri.', true],
  ['Mon frère Tom habite à Porto.', 'Je le vois demain.', true],
])('%s %s: of him %s', (first, line, isOfHim) => {
  const search = new PersonSearch({ name: 'Tom' });
  const turn = (message: string, at: number) => ({
    id: message,
    threadId: 't',
    at,
    speaker: null,
    message,
    reply: null,
  });
  const turns = [turn(first, 0), turn(line, 1)];
  for (const one of turns) search.learn(one);
  search.settle();
  expect(search.judge(turns)[1]?.gone).toBe(isOfHim);
});
