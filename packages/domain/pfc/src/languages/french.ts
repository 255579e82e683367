import { phrases, type ThoughtTable } from './thought-table.ts';

const askable = phrases('pourquoi|comment|ce que|si|où|qui|quand|quel|quelle|quels|quelles|combien');

/** French. */
export const french: ThoughtTable = {
  code: 'fr',
  disagrees: phrases(
    "pas d'accord|pas du tout d'accord|je conteste|pas convaincu|pas convaincue|pas sûr de|pas sûre de|pas vrai|c'est faux|est faux|faux|tu te trompes|vous vous trompez|au contraire|n'importe quoi|ça n'a pas de sens|n'a aucun sens|mauvaise idée|pas une bonne idée|je doute|j'en doute|je m'oppose|je suis contre|désaccord",
  ),
  opposes: phrases(
    "je ne pense pas|je pense pas|je ne crois pas|je crois pas|je ne trouve pas|je trouve pas|je ne dirais pas|je dirais pas|je ne veux pas|je n'aime pas|j'aime pas",
  ),
  no: phrases('non|nan|faux'),
  counters: phrases(
    "mais|cependant|pourtant|oui mais|ok mais|certes mais|d'accord mais|par contre|en revanche",
  ),
  noDenial: phrases(
    "non merci|pas de problème|pas de souci|pas de soucis|pas mal|pas faux|pas mauvais|pas si mal|pas une mauvaise idée|pas en désaccord|pas contre|pas seulement|pas que|pourquoi pas|ou pas|ou non|sinon|n'oublie pas|pas grave|pas la peine|pas hâte|aucune idée|pas d'idée|c'est pas grave|t'inquiète pas|ne t'inquiète pas",
  ),
  not: phrases('pas|jamais|aucun|aucune'),
  actually: phrases('en fait|en réalité|à vrai dire'),
  turns: phrases('est en fait|est en réalité|sont en fait|était en fait'),
  agrees: phrases(
    "d'accord|accord|adore|aime|bien|bon|bonne|super|génial|vrai|juste|raison|marche|intéressant|parfait|top",
  ),
  unknowing: phrases(
    'sais pas|comprends pas|pas sûr|pas sûre|souviens pas|vois pas|connais pas|pas compris|pas entendu|pas vu',
  ),
  ownState: phrases(
    "je n'ai pas|j'ai pas|nous n'avons pas|on n'a pas|on a pas|je n'avais pas|je n'étais pas|je ne suis pas",
  ),
  fails: phrases(
    'marche pas|fonctionne pas|démarre pas|charge pas|ouvre pas|trouve pas|répond pas|connecte pas',
  ),
  subordinates: phrases(
    'parce que|parce|car|si|quand|qui|que|lorsque|puisque|bien que|comme|où|dont|alors que',
  ),
  joins: phrases('mais|et'),
  feelings: phrases(
    'merci|adore|génial|heureux|heureuse|magnifique|félicitations|bravo|wow|désolé|désolée|pardon|espère|malheureusement|triste',
  ),
  praise: phrases('bien|bon|bonne|super|cool|drôle|beau|belle|meilleur|meilleure|intéressant|chouette'),
  laughter: phrases('mdr|ptdr|lol|haha|hahaha|hihi|hehe'),
  swearing: phrases('putain|merde|bordel|connard|idiot|idiots|con'),
  asks: phrases(
    "est-ce que|est-ce qu'il|est-ce qu'on|qu'est-ce que|qu'est-ce qui|qu'est-ce qu'il|pourquoi|comment|combien|quel est|quelle est|quels sont|quelles sont|qui est|qui a|où est|où sont|où puis-je|quand est-ce|as-tu|avez-vous|es-tu|êtes-vous|peux-tu|pouvez-vous|pourrais-tu|pourriez-vous|sais-tu|savez-vous|peut-on|puis-je|dois-je|y a-t-il|quelqu'un sait|quelqu'un peut|quelqu'un a",
  ),
  leads: phrases('et|mais|alors|donc|ok|bon|hé|salut|bonjour|aussi|oui|non|hmm|euh|attends|désolé'),
  seeks: phrases(
    "comment je|comment puis-je|comment faire|où puis-je|que dois-je|qu'est-ce que je|puis-je|dois-je|peux-tu|pouvez-vous|pourrais-tu|pourriez-vous|quelqu'un sait|quelqu'un peut|quelqu'un a|tu penses quoi|qu'en penses-tu|qu'en pensez-vous|sais-tu|savez-vous",
  ),
  wonders: [
    ...[
      'je me demande',
      'me demandais',
      'je ne sais pas',
      'je sais pas',
      'aucune idée',
      'pas sûr',
      'pas sûre',
      'je ne comprends pas',
      'je comprends pas',
      'dis-moi',
      'dites-moi',
      'savoir',
      'aimerais savoir',
      'voudrais savoir',
    ].flatMap((start) => askable.map((word) => `${start} ${word}`)),
    ...phrases(
      'curieux de|curieuse de|suis perdu|suis perdue|confus|confuse|je ne comprends pas|je comprends pas|perplexe',
    ),
  ],
  basicAsks: phrases('quoi|que|comment|pourquoi|qu'),
  insights: phrases(
    "idée|idées|et si|je réalise|j'ai réalisé|je me rends compte|je me suis rendu compte|je viens de comprendre|ça me frappe|j'ai compris",
  ),
  noInsight: phrases(
    "aucune idée|pas d'idée|pas la moindre idée|une idée de|des idées|tu as une idée|vous avez une idée",
  ),
  connections: phrases(
    'lien avec|le lien|connexion|rapport avec|en rapport|se rapporte à|lié à|liée à|liés à|me rappelle|me fait penser|rejoint ce que',
  ),
};
