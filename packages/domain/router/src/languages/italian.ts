import { type LanguageTable, phrases, words } from './language-table.ts';

/** Italian. */
export const italian: LanguageTable = {
  code: 'it',
  greetings: phrases(
    'ciao|ciao a tutti|salve|buongiorno|buon giorno|buonasera|buona sera|buon pomeriggio|ehi|come va',
  ),
  farewells: phrases(
    'arrivederci|a presto|a dopo|a domani|ci vediamo|buonanotte|buona notte|buona giornata|buona serata|è tutto|questo è tutto|nient altro|lascia stare|lascia perdere|non importa|fa niente|addio',
  ),
  thanks: phrases('grazie|grazie mille|tante grazie|molte grazie|ti ringrazio|la ringrazio|grazie tante'),
  praise: phrases(
    'ok|va bene|capito|d accordo|perfetto|ottimo|ottima|eccellente|fantastico|benissimo|molto bene|ben fatto|esatto|esattamente|giusto|corretto|bravo|bravissimo|mi è utile|molto utile|meraviglioso|hai ragione|va benissimo',
  ),
  corrections: phrases(
    'è sbagliato|è sbagliata|sbagliato|non è giusto|non è corretto|non è quello|non è questo|non è così|intendevo|volevo dire|non intendevo|hai capito male|ha capito male|non hai capito|ti sbagli|si sbaglia|hai sbagliato|no quello|non mi aiuta|non è quello che|scorretto|errato',
  ),
  fillers: words(
    'ok sì no ah oh eh beh allora e ma dunque quindi poi ora adesso bene senti guarda dai anche',
  ),
  interrogatives: phrases(
    'che cosa|cosa|che ora|che ore|che giorno|chi|quale|quali|qual|qual è|come|quanto|quanta|quanti|quante|dove|dov è|quando è|quando sarà|quando inizia|quando parte|quando arriva|quando ho|quando devo|perché|a che|di che|in che|per che|con chi|di chi|da dove|c è un|c è una|ci sono|sai|sa dirmi|conosci|hai un|hai una|hai mai|posso|devo|è possibile',
  ),
  notInterrogatives: phrases(
    'che bello|che bella|che peccato|come ho detto|come ti ho detto|come dicevo|come va bene',
  ),
  auxiliaries: words('è sono ha hai hanno'),
  subjects: words('lui lei loro tu questo quello'),
  politeRequests: phrases(
    'puoi|potresti|può|potrebbe|per favore|per piacere|per cortesia|voglio che|vorrei che|vorrei|voglio|mi piacerebbe|devo|ho bisogno di|aiutami a|mi aiuti a|mi puoi|mi potresti|ti dispiacerebbe|riesci a',
  ),
  needs: phrases(
    'ho bisogno|abbiamo bisogno|vorrei|voglio|mi serve|mi servono|cerco|sto cercando|mi piacerebbe|aiutami|mi aiuti|mi interessa',
  ),
  problems: phrases(
    'non funziona|non va|non funziona più|è rotto|è rotta|si è rotto|si è rotta|un errore|un problema|problemi con|non si apre|non parte|ho perso|mi hanno rubato|è bloccato|è bloccata',
  ),
  actVerbs: words(
    'ricordami ricordarmi prenota prenotare prenotami ordina ordinare aggiungi aggiungere cancella cancellare elimina eliminare invia inviare manda mandare mandami metti mettere imposta impostare accendi accendere spegni spegnere apri aprire chiudi chiudere avvia avviare ferma fermare riproduci suona compra comprare annulla annullare cambia cambiare modifica modificare chiama chiamare cerca cercare salva salvare aggiorna aggiornare installa installare programma programmare pianifica scrivi scrivere crea creare annota annotare segna svegliami stampa paga pagare sposta trova trovare fai fare alza abbassa controlla controllare controlli verifica verificare trasferisci trasferire esegui eseguire scarica scaricare rinomina rinominare blocca bloccare sblocca inoltra inoltrare avvisami avvisare avvisa conferma confermare rispondi rispondere copia copiare condividi condividere stampare attiva attivare disattiva disattivare aumenta aumentare rimanda rimandare spostare disdici disdire restituisci lancia lanciare',
  ).concat(
    phrases(
      'dimentica tutto|dimentica che|scorda che|dimentica quello|dimentica ciò|dimentica questo|dimentica mia|dimentica mio|scorda tutto|scorda quello',
    ),
  ),
  answerVerbs: phrases(
    'dimmi|mi dica|dirmi|dire|spiega|spiegami|spiegare|spiegarmi|raccontami|raccontare|mostrami|mostrarmi|descrivi|traduci|tradurre|dammi|darmi|elenca|sapere|capire|riassumi|riassumere|confronta|calcola|calcolare|consigliami|consiglia|consigliarmi|nomina|parlami',
  ),
  references: phrases(
    'hai detto|mi hai detto|ha detto|avevi detto|hai menzionato|l ultima volta|ultima volta|scorsa volta|abbiamo parlato|avevamo parlato|abbiamo discusso|come ho detto|come dicevo|ti ho detto|ti avevo detto|ti ricordi|si ricorda|ricordi|l altro giorno|dicevi|ti ho raccontato',
  ),
  remember: phrases(
    'ricorda che|ricordati|ricordati che|si ricordi|non dimenticare|non dimenticarti|non scordare|tieni presente|tieni a mente|tenga presente|prendi nota|annota che|segnati|sappi che|ricordalo|ricorda questo|tienilo a mente|tienilo presente|tieni in mente|tienilo in mente|non dimenticarlo|ricordatelo|segnatelo|annotalo|prendine nota',
  ),
  keptThings: phrases('lista|liste|elenco|elenchi|promemoria|focus|obiettivo del momento'),
  keptBefore: phrases(
    'mio|mia|miei|mie|nostro|nostra|nostri|nostre|ho|ho un|ho una|ho dei|ho qualche|abbiamo dei',
  ),
  keptAfter: phrases('ho|abbiamo|ci sono|sono in attesa|ho impostato'),
  keptWhole: phrases(
    'ci sono promemoria|ci sono dei promemoria|la lista della spesa|nella lista della spesa|sulla lista della spesa|la lista delle cose da fare|nella lista delle cose da fare|mi sto concentrando|la tua decisione|le tue decisioni|tua ultima decisione|tue ultime decisioni|sua ultima decisione|perché hai risposto|perché hai detto|perché hai fatto|perché hai scelto|perché hai deciso|perché ha risposto|che cosa hai fatto|cosa hai fatto finora',
  ),
  anaphora: words(
    'questo questa questi queste quello quella quelli quelle ciò esso essa lui lei loro stesso',
  ),
  secondPerson: words('tu te ti tuo tua tuoi tue voi vi vostro sei'),
  everyone: phrases('qualcuno|tutti|ragazzi|gente|qualcuno di voi'),
  declaratives: words(
    'io mio mia miei mie noi nostro nostra lui lei loro è sono era sei ho ha abbiamo hanno vivo vive abito abita fui mi piace chiamo chiama',
  ),
  stopWords: words(
    'il lo la i gli le l un uno una e ed o ma se non né che come di del dello della dei degli delle a ad al allo alla ai agli alle da dal dalla dai in nel nella nei con senza per su sul sulla tra fra prima dopo durante io mi me mio mia miei mie tu ti te tuo tua lui lei si suo sua noi ci nostro nostra voi vi vostro loro questo questa questi queste quello quella quelli quelle ciò è sono era erano sei siamo siete essere stato stata ho hai ha abbiamo avete hanno aveva avere fa fare posso puoi può potresti potrebbe voglio vuoi vorrei devo deve chi cosa quale quali quanto quanti dove quando perché molto molta molti più meno poco anche già ancora sì no qui qua lì là ora adesso poi allora quindi qualcosa niente nulla tutto tutta tutti altro altra favore ok bene solo ne',
  ),
};
