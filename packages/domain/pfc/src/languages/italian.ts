import { phrases, type ThoughtTable } from './thought-table.ts';

const askable = phrases('perché|come|cosa|che cosa|se|dove|chi|quando|quale|quali|quanto|quanti');

/** Italian. */
export const italian: ThoughtTable = {
  code: 'it',
  disagrees: phrases(
    "non sono d'accordo|non siamo d'accordo|in disaccordo|dissento|non mi convince|non sono convinto|non sono convinta|non sono sicuro di|non sono sicura di|non è vero|è falso|falso|ti sbagli|si sbaglia|vi sbagliate|al contrario|sciocchezze|non ha senso|cattiva idea|brutta idea|non è una buona idea|ne dubito|dubito che|mi oppongo|sono contrario|sono contraria",
  ),
  opposes: phrases(
    'non credo|non penso|non mi pare|non mi sembra|non direi|io non direi|non mi piace|non voglio|non la vedo',
  ),
  no: phrases('no|macché|falso|sbagliato'),
  counters: phrases("ma|però|tuttavia|sì ma|ok ma|certo ma|d'accordo ma|va bene ma|d'altra parte|invece"),
  noDenial: phrases(
    "no grazie|non c'è problema|nessun problema|non ti preoccupare|non preoccuparti|non è una cattiva idea|non è una brutta idea|niente male|non male|non è male|non sono in disaccordo|non dissento|non sono contrario|non solo|perché no|perché non|o no|se no|se non|non dimenticare|non vedo l'ora|nessuna idea|non ho idea|non importa|non serve|non so|non capisco|non lo so",
  ),
  not: phrases('non|nessun|nessuno|nessuna|mai'),
  actually: phrases('in realtà|in effetti|veramente'),
  turns: phrases('è in realtà|sono in realtà|era in realtà'),
  agrees: phrases(
    "d'accordo|accordo|adoro|amo|piace|bene|buono|buona|ottimo|ottima|vero|giusto|ragione|funziona|interessante|perfetto",
  ),
  unknowing: phrases(
    'non so|non lo so|non capisco|non sono sicuro|non sono sicura|non ricordo|non vedo|non conosco|non ho capito|non ho visto|non ho sentito',
  ),
  ownState: phrases('non ho|non abbiamo|non avevo|non ero|non sono'),
  fails: phrases(
    'non funziona|non carica|non si apre|non apre|non parte|non trovo|non risponde|non si connette|non va',
  ),
  subordinates: phrases('perché|se|quando|che|chi|anche se|come|dove|mentre|finché|siccome|poiché'),
  joins: phrases('ma|e|però|bensì'),
  feelings: phrases(
    'grazie|adoro|amo|fantastico|felice|contento|contenta|bellissimo|bellissima|congratulazioni|complimenti|wow|scusa|scusate|mi dispiace|spero|triste|purtroppo',
  ),
  praise: phrases('bene|buono|buona|ottimo|ottima|bello|bella|divertente|migliore|interessante|figo'),
  laughter: phrases('haha|ahah|ahahah|hahaha|lol|eheh'),
  swearing: phrases('cazzo|merda|stronzo|stronzi|idiota|idioti|dannazione|porca'),
  asks: phrases(
    "perché|cosa è|cos'è|che cos'è|cosa sono|cosa fa|cosa faccio|cosa significa|cosa succede|cosa ne pensi|cosa pensi|che ne pensi|come|dov'è|dove sono|dove posso|dove si|chi è|chi sa|chi ha|quando|qual è|quali sono|quanto|quanti|quante|qualcuno sa|qualcuno può|qualcuno ha|puoi|potresti|può qualcuno|potrebbe|sai se|sapete se|c'è qualcuno|c'è un modo|posso|dovrei|hai",
  ),
  leads: phrases('e|ma|allora|quindi|ok|beh|bene|ehi|ciao|salve|anche|sì|no|ora|hmm|scusa'),
  seeks: phrases(
    'come posso|come faccio|come si|dove posso|cosa devo|cosa faccio|posso|dovrei|puoi|potresti|qualcuno sa|qualcuno può|qualcuno ha|cosa ne pensi|che ne pensi|sai se',
  ),
  wonders: [
    ...[
      'mi chiedo',
      'mi chiedevo',
      'non so',
      'nessuna idea',
      'non ho idea di',
      'non sono sicuro',
      'non sono sicura',
      'non capisco',
      'dimmi',
      'voglio sapere',
      'vorrei sapere',
    ].flatMap((start) => askable.map((word) => `${start} ${word}`)),
    ...phrases('curioso di|curiosa di|sono confuso|sono confusa|confuso|confusa|non lo capisco|non capisco'),
  ],
  basicAsks: phrases('cosa|che|come|perché'),
  insights: phrases(
    'idea|idee|e se|mi sono reso conto|mi sono resa conto|mi rendo conto|ho capito|ho appena capito|mi è venuto in mente|ho realizzato|ora capisco',
  ),
  noInsight: phrases('nessuna idea|non ho idea|non ne ho idea|qualche idea|hai idea'),
  connections: phrases(
    'connessione|collegamento|legame con|relazione con|collegato a|collegata a|legato a|legata a|si collega|mi ricorda|ha a che fare con',
  ),
};
