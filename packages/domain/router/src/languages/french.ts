import { type LanguageTable, phrases, words } from './language-table.ts';

/** French. */
export const french: LanguageTable = {
  code: 'fr',
  greetings: phrases('bonjour|bonsoir|salut|coucou|bonjour à tous|allô|ça va|hello'),
  farewells: phrases(
    "au revoir|à bientôt|à plus|à plus tard|à demain|bonne nuit|bonne journée|bonne soirée|c'est tout|ce sera tout|laisse tomber|oublie|peu importe|ciao|adieu",
  ),
  thanks: phrases(
    'merci|merci beaucoup|merci bien|un grand merci|mille mercis|je te remercie|je vous remercie',
  ),
  praise: phrases(
    "ok|d'accord|entendu|compris|parfait|super|génial|excellent|très bien|bravo|bien joué|exactement|c'est ça|formidable|ça aide|très utile|c'est parfait|c'est super|nickel|chouette",
  ),
  corrections: phrases(
    "c'est faux|c'est pas ça|ce n'est pas ça|ce n'est pas correct|c'est incorrect|faux|je voulais dire|ce n'est pas ce que|c'est pas ce que|tu as mal compris|vous avez mal compris|non c'est|non pas ça|tu te trompes|vous vous trompez|ça n'aide pas|ça ne m'aide pas|incorrect",
  ),
  fillers: words('ok oui non ah oh eh bon ben alors et mais donc puis maintenant bien euh voilà enfin svp'),
  interrogatives: phrases(
    "qui|que|qu'est ce|qu'est ce que|quoi|quel|quelle|quels|quelles|comment|combien|pourquoi|où|quand est|quand a|quand as|quand vas|quand sera|est ce que|est ce qu'il|est il|est elle|as tu|avez vous|es tu|êtes vous|y a t il|a t il|a t elle|à quelle|de quel|de quelle|à qui|de qui|sais tu|savez vous|connais tu|connaissez vous|c'est quoi|c'est où|c'est qui|dois je|puis je",
  ),
  notInterrogatives: phrases("quelle belle|quel beau|quel bonheur|que c'est beau|que du bonheur"),
  auxiliaries: words('est sont as avez ont peut peux faut va vas'),
  subjects: words('je tu il elle on nous vous ils elles ce t'),
  politeRequests: phrases(
    "peux tu|pouvez vous|pourrais tu|pourriez vous|veux tu|voulez vous|tu peux|vous pouvez|tu pourrais|s'il te plaît|s'il vous plaît|stp|je voudrais|j'aimerais|je veux|je dois|aide moi à|aidez moi à|j'aimerais que tu|merci de",
  ),
  needs: phrases(
    "j'ai besoin|je voudrais|j'aimerais|je veux|je souhaite|je cherche|il me faut|nous avons besoin|on a besoin|aide moi|aidez moi",
  ),
  problems: phrases(
    'ne marche pas|marche pas|ne fonctionne pas|fonctionne pas|ne fonctionne plus|ne marche plus|en panne|une erreur|un problème|des problèmes|est cassé|est cassée|a planté|perdu|été volé|été volée',
  ),
  actVerbs: words(
    'rappelle rappeler rappelez réserve réserver réservez commande commander commandez ajoute ajouter ajoutez supprime supprimer supprimez envoie envoyer envoyez mets mettre mettez allume allumer éteins éteindre ouvre ouvrir ferme fermer lance lancer arrête arrêter démarre joue jouer achète acheter annule annuler annulez change changer modifie modifier appelle appeler cherche chercher enregistre enregistrer installe installer planifie planifier programme programmer règle régler écris écrire crée créer note noter réveille imprime paie payer déplace reporte trouve trouver fais faire vérifie vérifier vérifiez vire virer virez télécharge télécharger téléchargez renomme renommer renommez bloque bloquer bloquez débloque transfère transférer transférez active activer désactive désactiver copie copier partage partager réponds répondre imprimer payez résilie résilier résiliez renvoie renvoyer préviens prévenir prévenez exécute exécuter déploie déployer augmente augmenter baisse baisser reporter déplacer inscris inscrire',
  ).concat(
    phrases(
      'oublie tout|oublie ce|oublie que|oublie qu|oubliez que|oublie ça|oublie cela|oublie ma|oublie mon|oubliez tout|oubliez ce|efface tout|efface ce',
    ),
  ),
  answerVerbs: phrases(
    'dis moi|dites moi|dire|explique|expliquer|expliquez|explique moi|raconte|racontez|montre moi|montrez moi|décris|traduis|traduire|traduisez|donne moi|donnez moi|liste|savoir|comprendre|résume|résumer|compare|calcule|recommande|conseille|nomme',
  ),
  references: phrases(
    "tu as dit|vous avez dit|tu m'as dit|vous m'avez dit|tu disais|la dernière fois|dernière fois|on a parlé|nous avons parlé|on avait dit|on a discuté|tu te souviens|vous vous souvenez|te souviens tu|comme je disais|comme je l'ai dit|je t'ai dit|je t'avais dit|je vous ai dit|l'autre jour|ai je dit|tout à l'heure",
  ),
  remember: phrases(
    "souviens toi|souvenez vous|rappelle toi|rappelez vous|n'oublie pas|n'oubliez pas|retiens|retenez|note que|notez que|garde en tête|gardez en tête|prends note|pour info|garde ça en tête|garde cela en tête|garde le en tête|gardez ça en tête|ne l'oublie pas|ne l'oubliez pas|souviens t'en|note le bien",
  ),
  keptThings: phrases('liste|listes|rappel|rappels|focus|pense bête'),
  keptBefore: phrases(
    "ma|mon|mes|notre|nos|ai je|ai je un|ai je une|ai je des|j'ai|j'ai un|j'ai une|j'ai des|avons nous des",
  ),
  keptAfter: phrases("ai je|j'ai|est ce que j'ai|avons nous|y a t il|sont prévus|sont en attente"),
  keptWhole: phrases(
    "y a t il des rappels|la liste de courses|la liste des courses|la liste de choses à faire|la liste des choses à faire|la liste des tâches|je me concentre|ta décision|tes décisions|ta dernière décision|tes dernières décisions|votre dernière décision|vos dernières décisions|pourquoi as tu répondu|pourquoi as tu dit|pourquoi as tu fait|pourquoi as tu choisi|pourquoi tu as répondu|pourquoi tu as dit|pourquoi tu as fait|pourquoi avez vous répondu|pourquoi avez vous dit|pourquoi avez vous fait|qu'as tu fait|qu'est ce que tu viens de faire",
  ),
  anaphora: words('ça cela ceci celui celle ceux celles lui'),
  secondPerson: words('tu toi te ton ta tes vous votre vos'),
  everyone: phrases("quelqu'un|tout le monde|tous|les gars|les gens|l'un de vous|quelqu'une"),
  declaratives: words(
    "je j mon ma mes nous notre nos il elle ils elles on est sont était suis ai a avons c habite s'appelle",
  ),
  stopWords: words(
    'le la les l un une des du de d et ou mais si car donc que qu qui quoi dont où ne n pas plus moins très trop aussi encore déjà je j me m moi mon ma mes tu te t toi ton ta tes il elle on lui se s son sa ses nous notre nos vous votre vos ils elles leur leurs eux ce c cet cette ces ça cela ceci celui celle y en à au aux dans sur sous par pour avec sans chez vers entre depuis pendant avant après est es suis sommes êtes sont était étaient être été ai as a avons avez ont avait avoir eu fait faire peux peut pouvez pourrais pourriez veux voudrais aimerais dois doit va vas vais comment combien pourquoi quand quel quelle quels quelles oui non ok bien alors là ici tout tous toute toutes rien chose quelque plaît svp stp',
  ),
};
