import { phrases, type ReactionTable } from './reaction-table.ts';

/** French. */
export const french: ReactionTable = {
  code: 'fr',
  thanks: phrases(
    "merci|merci beaucoup|merci bien|mille mercis|un grand merci|je te remercie|je vous remercie|c'est très gentil|tu m'as bien aidé|vous m'avez bien aidé",
  ),
  thanksForNothing: phrases(
    "non merci|merci non|merci d'avance|merci par avance|en te remerciant d'avance|merci quand même|merci pour rien|merci pour l'offre|merci de demander|merci de bien vouloir|merci de me|merci de ne|merci de le|merci de la|dire merci|dis merci|grâce à dieu|dieu merci",
  ),
  content: phrases(
    "parfait|excellent|impeccable|exactement|c'est ça|c'est exactement ça|c'est exactement ce qu'il me fallait|ça m'aide|ça m'aide beaucoup|ça aide|très utile|bien joué|bon travail|beau travail|c'est parfait",
  ),
  beside: phrases(
    "ok|okay|oh|ah|alors|très|bien|beaucoup|pour ça|pour cela|pour l'aide|pour ton aide|pour votre aide|pour l'info|pour les infos|pour l'information|pour le conseil|pour la réponse|pour ta réponse|pour votre réponse|pour tout|à toi|à vous|toi|vous|c|est|ça|oui|bon|cool|d'accord|compris|entendu|et|vraiment|tous|tout|au revoir|bonne journée|bonne soirée|à bientôt|c'est tout|ce sera tout|c'est bon|non c'est tout|rien d'autre|encore|infiniment|mille fois|gentil|génial|super|formidable|magnifique|bon à savoir|c'est super|c'est génial",
  ),
  works: phrases(
    "ça marche|ça marche maintenant|ça a marché|ça fonctionne|ça fonctionne maintenant|ça a fonctionné|maintenant ça marche|c'est réglé|c'est résolu|problème résolu|problème réglé|c'était ça|ça y est|résolu|réglé",
  ),
  fails: phrases(
    'mais|toujours pas|toujours|encore le même|pas|rien|jamais|aucun|aucune|malheureusement|cependant|pourtant|faux|erreur|sauf|inutile|déjà|même problème|sans succès',
  ),
  yes: phrases(
    "oui|ouais|bien sûr|volontiers|avec plaisir|oui s'il te plaît|oui s'il vous plaît|d'accord|certainement|absolument|ok|super|parfait|génial|excellent",
  ),
  no: phrases('non|pas maintenant|pas encore|plus tard|pas vraiment'),
  takes: phrases(
    "ça me va|ça me convient|ça a l'air bien|ça a l'air parfait|ça semble bien|ça semble parfait|ce serait parfait|ce serait bien|ce serait super|ce serait génial|je le prends|je la prends|je prends|on fait comme ça|allons y|vas y|allez y|fais le|faites le|réserve le|réservez le|va pour",
  ),
  tries: phrases(
    "je vais essayer|j'essaie|j'essaye|je vais tester|je teste|je vais voir ça|je vais regarder ça|je vais faire ça|je vais le faire|je fais ça|j'y vais de ce pas",
  ),
  offers: phrases(
    'veux tu que je|voulez vous que je|souhaitez vous que je|souhaites tu que je|tu veux que je|vous voulez que je|dois je|puis je|est ce que je|je peux réserver|que dirais tu|que diriez vous|ça te va|ça vous va|ça te convient|cela vous convient|je recommande|je te recommande|je vous recommande|je propose|je te propose|je vous propose|veux tu réserver|voulez vous réserver|veux tu l|voulez vous l|souhaitez vous réserver|et si',
  ),
  foundNone: phrases(
    "désolé|désolée|malheureusement|rien trouvé|pas trouvé|il n'y a pas|il n'y a aucun|indisponible|complet|aucun résultat",
  ),
  asksWhich: phrases(
    'et toi|et vous|autre|autres|quel|quelle|quels|quelles|que puis je|préférence|préférez|préfères|particulier|particulière',
  ),
  meant: phrases(
    "je voulais dire|je parlais de|je parlais du|je parlais des|je parle de|je pensais à|je faisais référence|non je veux dire|ce que je voulais dire|pas celui là|pas celle là|non l'autre|pas ça",
  ),
  ownSlip: phrases(
    "désolé|désolée|pardon|excuse moi|excusez moi|faute de frappe|coquille|mon erreur|ma faute|je me suis trompé|je me suis trompée|oups|j'ai oublié|j'avais oublié|je voulais écrire|je voulais demander|j'ai changé d'avis|plutôt|je me suis mal exprimé|je corrige",
  ),
  misunderstood: phrases(
    "tu m'as mal compris|vous m'avez mal compris|tu as mal compris|vous avez mal compris|mal compris|tu n'as pas compris|vous n'avez pas compris|ce n'est pas ce que je voulais dire|c'est pas ce que je voulais dire|ce n'est pas ce que j'ai demandé|c'est pas ce que j'ai demandé|ce n'est pas ma question|c'est pas ma question|ce n'était pas ma question|ce n'est pas ce que j'ai dit|ce n'est pas ce que je veux|pas ce que je demandais|ce n'est pas ce que je demandais",
  ),
  shouldAsk: phrases(
    "tu aurais dû demander|vous auriez dû demander|tu aurais pu demander|vous auriez pu demander|aurais dû me demander|auriez dû me demander|demande d'abord|demandez d'abord|demande moi d'abord|demande moi avant|pourquoi tu n'as pas demandé|pourquoi n'as tu pas demandé|ne devine pas|tu as deviné|arrête de deviner|ne suppose pas",
  ),
  toldAlready: phrases(
    "je te l'ai déjà dit|je vous l'ai déjà dit|je l'ai déjà dit|je te l'ai dit|je vous l'ai dit|j'ai déjà dit|je viens de le dire|je viens de te le dire|comme je l'ai dit|comme je te l'ai dit|comme je l'ai déjà dit|tu le sais déjà|vous le savez déjà|tu demandes encore|arrête de demander|arrête de poser|trop de questions|pourquoi tu demandes|pourquoi demandes tu|pourquoi me demandes tu|c'est dans mon message|lis mon message|lisez mon message|je l'ai déjà écrit|c'est évident",
  ),
  unanswered: phrases(
    "allô|allo|ohé|tu es là|t'es là|vous êtes là|il y a quelqu'un|y a quelqu'un|quelqu'un|personne|pas de réponse|aucune réponse|tu ne réponds pas|tu réponds pas|vous ne répondez pas|pourquoi tu ne réponds pas|pourquoi tu réponds pas|tu n'as pas répondu|vous n'avez pas répondu|réponds|réponds moi|répondez|réponds s'il te plaît|j'attends|j'attends toujours|tu as vu mon message|tu as lu mon message|tu m'ignores|ne m'ignore pas|je t'ai posé une question|c'était une question|alors|quelqu'un peut m'aider|quelqu'un pour m'aider|aide moi s'il te plaît|à l'aide",
  ),
  justDo: phrases(
    "fais le|fais le simplement|fais le c'est tout|alors fais le|fais le donc|contente toi de le faire|je t'ai demandé de|je vous ai demandé de|je veux que tu le fasses|je voulais que tu|je voulais que vous|ne m'explique pas|n'explique pas|pas besoin d'explications|tu ne peux pas le faire|tu peux pas le faire|pourquoi tu ne le fais pas|tu l'as fait|tu ne l'as pas fait|tu aurais dû le faire|vous auriez dû le faire",
  ),
  onlyAsked: phrases(
    "je demandais juste|je demandais seulement|c'était juste une question|c'était une simple question|juste une question|je voulais juste savoir|je voulais seulement savoir|je voulais juste une réponse|simple curiosité|j'étais juste curieux|j'étais juste curieuse",
  ),
  onlySaid: phrases(
    "je disais juste|je disais ça comme ça|c'était juste pour info|juste pour info|c'était pour info|juste pour dire|je voulais juste te dire|je voulais juste te prévenir|ce n'était pas une question|c'était pas une question|pas besoin de répondre|tu n'as pas besoin de répondre|tu n'as rien à faire|je pensais à voix haute",
  ),
  notYou: phrases(
    "je ne te parlais pas|je te parlais pas|je ne te parle pas|je parlais à _ pas à toi|ce n'était pas pour toi|c'était pas pour toi|ce n'est pas pour toi|mauvaise fenêtre|mauvaise conversation|personne ne t'a demandé|personne t'a demandé|on ne t'a rien demandé|je ne t'ai rien demandé|mêle toi de|tais toi|taisez vous",
  ),
  unasked: phrases(
    "je ne t'ai pas demandé de|je t'ai pas demandé de|je ne vous ai pas demandé de|je n'ai jamais demandé|je n'ai pas demandé ça|je n'ai pas demandé de|je ne voulais pas que tu|tu n'aurais pas dû|vous n'auriez pas dû|qui t'a dit de",
  ),
  foundAlone: phrases(
    "j'ai trouvé|j'ai trouvé moi même|j'ai trouvé tout seul|j'ai trouvé toute seule|trouvé moi même|j'ai réussi|j'ai résolu|résolu moi même|je l'ai fait moi même|fait moi même|je le ferai moi même|je vais le faire moi même|je vais chercher moi même|je chercherai moi même|j'ai cherché sur google|j'ai googlé|j'ai regardé moi même|je regarderai moi même|laisse tomber j'ai|c'est bon j'ai trouvé|je me débrouille|je me suis débrouillé|je me suis débrouillée|je demanderai à quelqu'un d'autre|je vais demander à quelqu'un d'autre",
  ),
};
