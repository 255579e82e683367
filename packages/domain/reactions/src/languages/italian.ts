import { phrases, type ReactionTable } from './reaction-table.ts';

/** Italian. */
export const italian: ReactionTable = {
  code: 'it',
  thanks: phrases(
    'grazie|grazie mille|mille grazie|molte grazie|tante grazie|grazie tante|ti ringrazio|la ringrazio|vi ringrazio|grazie infinite|gentilissimo|gentilissima|mi hai aiutato molto|mi ha aiutato molto',
  ),
  thanksForNothing: phrases(
    "no grazie|grazie ma no|grazie in anticipo|ringrazio in anticipo|ti ringrazio in anticipo|grazie lo stesso|grazie comunque|grazie di niente|grazie per niente|grazie per l'offerta|grazie per averlo chiesto|grazie a dio|grazie al cielo|grazie a|ringrazierei|di grazie",
  ),
  content: phrases(
    'perfetto|eccellente|ottimo|esatto|esattamente|proprio così|è questo|era questo|proprio quello che cercavo|proprio quello che mi serviva|questo aiuta|mi aiuta|mi è stato utile|molto utile|utilissimo|ben fatto|bel lavoro|ottimo lavoro|è perfetto|benissimo',
  ),
  beside: phrases(
    "ok|okay|oh|ah|allora|molto|tanto|per questo|dell'aiuto|per l'aiuto|per il tuo aiuto|per il suo aiuto|dell'informazione|per l'informazione|per le informazioni|delle informazioni|del consiglio|per il consiglio|per la risposta|della risposta|di tutto|per tutto|di cuore|a te|a lei|questo|è|sì|bene|va bene|bello|capito|d'accordo|e|davvero|a tutti|ciao|arrivederci|buona giornata|buona serata|è tutto|questo è tutto|nient'altro|no è tutto|basta così|di nuovo|ancora|fantastico|meraviglioso|magnifico|buono a sapersi",
  ),
  works: phrases(
    'ha funzionato|funziona|ora funziona|adesso funziona|funziona adesso|funziona ora|problema risolto|risolto|ora va|adesso va|è andato|ce l abbiamo fatta',
  ),
  fails: phrases(
    'ma|però|ancora non|non|niente|nulla|mai|nessun|nessuno|nessuna|purtroppo|tuttavia|sbagliato|errore|inutile|già provato|stesso problema|senza successo|eccetto|invece',
  ),
  yes: phrases(
    'sì|certo|certo che sì|certamente|volentieri|sì grazie|sì per favore|va bene|ok|con piacere|assolutamente|perfetto|ottimo|benissimo',
  ),
  no: phrases('no|non ora|non adesso|non ancora|più tardi|meglio di no'),
  takes: phrases(
    'mi sembra buono|mi sembra perfetto|mi sembra ottimo|sembra perfetto|sembra buono|mi va bene|per me va bene|va benissimo|sarebbe perfetto|sarebbe ottimo|sarebbe bello|lo prendo|la prendo|prendo quello|prendo quella|facciamo così|procedi|vai pure|fallo|lo faccia|prenotalo|prenotala|prenota pure|prenoti pure|andiamo con',
  ),
  tries: phrases(
    'ci provo|ci proverò|proverò|provo subito|lo provo|lo proverò|adesso provo|ora provo|provo così|vado a vedere|do un occhiata|darò un occhiata|farò così|faccio così|lo farò',
  ),
  offers: phrases(
    'vuoi che|vuole che|desidera che|ti va se|devo|posso prenotare|posso prenotarlo|che ne dici|che ne dice|che ne pensi|ti va bene|le va bene|ti andrebbe bene|consiglio|ti consiglio|le consiglio|suggerisco|propongo|ti propongo|vuoi prenotare|vuole prenotare|vuoi il|vuoi la|vuoi l|vuole il|vuole la|vuole l',
  ),
  foundNone: phrases(
    "mi dispiace|spiacente|purtroppo|non ci sono|non c'è|non ho trovato|non trovo|non disponibile|esaurito|al completo|nessun risultato",
  ),
  asksWhich: phrases(
    "e tu|e lei|e a te|altro|altra|altri|altre|quale|quali|che ora|che giorno|qualcos'altro|preferisci|preferisce|preferenza",
  ),
  meant: phrases(
    "volevo dire|intendevo|intendo dire|mi riferivo a|mi riferivo al|mi riferivo alla|mi riferisco a|parlavo di|parlavo del|parlavo della|stavo parlando di|no l'altro|no l'altra|non quello|non quella|non questo|non questa",
  ),
  ownSlip: phrases(
    'scusa|scusami|scusi|scusate|mi scuso|errore mio|colpa mia|mi sono sbagliato|mi sono sbagliata|ho sbagliato io|refuso|ops|ho dimenticato|avevo dimenticato|mi sono dimenticato|mi sono dimenticata|volevo scrivere|volevo chiedere|ho cambiato idea|anzi|mi correggo|piuttosto',
  ),
  misunderstood: phrases(
    'mi hai capito male|mi ha capito male|hai capito male|ha capito male|mi hai frainteso|mi hai fraintesa|mi ha frainteso|hai frainteso|non mi hai capito|non hai capito|non è quello che intendevo|non è quello che volevo dire|non intendevo|non è quello che ho chiesto|non è ciò che ho chiesto|non ho chiesto questo|non era la mia domanda|non è la mia domanda|non è quello che ho detto|non è quello che volevo',
  ),
  shouldAsk: phrases(
    "avresti dovuto chiedere|avrebbe dovuto chiedere|avresti dovuto chiedermi|dovevi chiedere|dovevi chiedermelo|potevi chiedere|potevi chiedermelo|chiedi prima|chiedimi prima|chiedimelo prima|perché non hai chiesto|perché non me l'hai chiesto|non tirare a indovinare|non indovinare|non dare per scontato|hai tirato a indovinare",
  ),
  toldAlready: phrases(
    "te l'ho già detto|gliel'ho già detto|l'ho già detto|te l'ho detto|ho già detto|te l'ho appena detto|l'ho appena detto|come ho detto|come ti ho detto|come già detto|come dicevo|lo sai già|lo sa già|smettila di chiedere|smetti di chiedere|non chiedere|troppe domande|perché chiedi|perché me lo chiedi|me lo chiedi ancora|è nel mio messaggio|leggi il mio messaggio|l'ho già scritto|è ovvio",
  ),
  unanswered: phrases(
    "ehi|pronto|ci sei|sei lì|ci sei ancora|c'è qualcuno|qualcuno|nessuno|nessuna risposta|non rispondi|non mi rispondi|perché non rispondi|perché non mi rispondi|non hai risposto|non mi hai risposto|rispondi|rispondimi|rispondi per favore|sto aspettando|sto ancora aspettando|aspetto ancora|hai visto il mio messaggio|hai letto il mio messaggio|mi ignori|mi stai ignorando|non ignorarmi|ti ho fatto una domanda|era una domanda|allora|qualcuno può aiutarmi|qualcuno mi può aiutare|qualcuno mi aiuta|aiuto per favore|aiutami per favore",
  ),
  justDo: phrases(
    "fallo e basta|fallo subito|semplicemente fallo|allora fallo|e allora fallo|fallo tu|ti ho chiesto di|le ho chiesto di|voglio che tu lo faccia|volevo che tu|volevo che lo facessi|non spiegarmi|non mi servono istruzioni|non mi servono spiegazioni|non puoi farlo|non puoi farlo tu|perché non lo fai|perché non l'hai fatto|l'hai fatto|non l'hai fatto|avresti dovuto farlo|dovevi farlo",
  ),
  onlyAsked: phrases(
    'chiedevo soltanto|chiedevo solo|ho solo chiesto|era solo una domanda|solo una domanda|volevo solo sapere|volevo solo saperlo|volevo soltanto sapere|volevo solo una risposta|ero solo curioso|ero solo curiosa|solo per curiosità',
  ),
  onlySaid: phrases(
    "dicevo solo|dicevo così per dire|così per dire|era solo per dire|solo per dire|volevo solo dirti|volevo solo dirtelo|volevo solo fartelo sapere|solo per informarti|solo per fartelo sapere|non era una domanda|non serve rispondere|non devi rispondere|non c'è bisogno di rispondere|non devi fare niente|non devi fare nulla|pensavo ad alta voce",
  ),
  notYou: phrases(
    "non parlavo con te|non stavo parlando con te|non sto parlando con te|parlavo con _ non con te|non era per te|non è per te|non era rivolto a te|chat sbagliata|finestra sbagliata|nessuno ti ha chiesto|nessuno te l'ha chiesto|non ho chiesto a te|non l'ho chiesto a te|non ti immischiare|stai zitto|stai zitta|zitto",
  ),
  unasked: phrases(
    "non ti ho chiesto di|non le ho chiesto di|non te l'ho chiesto|non ho mai chiesto|nessuno ti ha chiesto di|non volevo che|chi ti ha detto di|non avresti dovuto|non dovevi farlo|non dovevi",
  ),
  foundAlone: phrases(
    "l'ho trovato|l'ho trovata|ho trovato da solo|ho trovato da sola|trovato da solo|trovato da sola|l'ho risolto|ho risolto|ho risolto da solo|ho risolto da sola|l'ho fatto da solo|l'ho fatto da sola|l'ho fatto io|lo faccio da solo|lo faccio da sola|lo faccio io|lo farò da solo|lo farò da sola|l'ho cercato su google|ho cercato su google|l'ho cercato da solo|l'ho cercato io|lo cerco io|lo cercherò da solo|lo cercherò da sola|ho guardato io|guardo io|ce l'ho fatta da solo|ce l'ho fatta da sola|lascia stare ho|lascia perdere ho|chiederò a qualcun altro|chiedo a qualcun altro",
  ),
};
