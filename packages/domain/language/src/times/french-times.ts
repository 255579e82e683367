import { countsOf, oneOf, setOf, type TimeTable } from './time-table.ts';

const participles =
  '\\p{L}+ée?s?|(?:fait|dit|écrit|pris|mis|vu|eu|lu|bu|su|dû|pu|voulu|reçu|ouvert|offert|vécu|venu|connu|couru|cru|plu|perdu|vendu|attendu|entendu|répondu|rendu|tenu|obtenu|fini|choisi|dormi|senti|servi|sorti|parti|réussi|suivi|grandi|rempli|appris|compris|promis|repris|remis|permis|surpris|conduit|construit|produit|traduit|peint|revu|relu|perçu|découvert|souri|ri|accueilli|cueilli|rejoint)e?s?';

/** French. */
export const frenchTimes: TimeTable = {
  code: 'fr',
  months: [
    'janv(?:ier)?',
    'f[ée]vr(?:ier)?',
    'mars',
    'avr(?:il)?',
    'mai',
    'juin',
    'juil(?:let)?',
    'ao[uû]t',
    'sept(?:embre)?',
    'oct(?:obre)?',
    'nov(?:embre)?',
    'd[ée]c(?:embre)?',
  ],
  doubtful: 'mars|mai|oct|nov|sept',
  monthAfter: "en|depuis|de|début|mi|fin|avant|après|courant|dès|pour|ce|au mois de|mois de|mois d'",
  weekdays: ['dimanche', 'lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi'],
  afterDay: '(?:er)?\\s+',
  beforeYear: '\\s*,?\\s*(?:de\\s+)?',
  monthFirst: false,
  yearAfter: "en|depuis|de l'année|l'année|l'an|avant|après|dès|fin|début|courant",
  yearAlone: false,
  figures: '(\\d{1,2})/(\\d{1,2})(?:/(\\d{4}))?',
  units: {
    day: 'jours?',
    weekend: 'week-?ends?',
    week: 'semaines?',
    month: 'mois',
    year: 'ann[ée]es?|ans?',
  },
  counts: countsOf('un deux trois quatre cinq six sept huit neuf dix onze douze', { une: 1 }),
  ago: { before: 'il y a', after: '' },
  within: { before: "dans|d'ici", after: '' },
  last: { before: '', after: 'derni(?:er|ère)s?|passée?s?' },
  next: { before: 'prochaine?', after: 'prochaine?|qui vient|à venir' },
  current: { before: 'cette|cet|ce', after: '' },
  named: [
    ['avant-?\\s?hier', -2],
    ['hier', -1],
    ['après-?\\s?demain', 2],
    ['demain', 1],
    ["aujourd['’]hui|ce matin|ce soir", 0],
  ],
  tense: {
    asks: /^(?:(?:à|avec|chez|dans|de|en|par|pour|sur)\s+)?(?:qui|que|qu['’]\p{L}*|quoi|quels?|quelles?|lequel|quand|où|pourquoi|comment|combien|est-ce|dis|dites|raconte|montre|rappelle|liste|cherche|ai-je|as-tu|avons-nous|avez-vous|étais|était|avais|avait|suis-je|es-tu)(?!\p{L})/u,
    opens: setOf('que qui quand où pourquoi comment si parce quel quelle quels quelles dont lequel combien'),
    past: oneOf(
      'étais était étions étiez étaient avais avait avions aviez avaient fut furent faisais faisait faisions faisaient allais allait allions allaient habitais habitait habitions habitaient vivais vivait vivions vivaient travaillais travaillait travaillions travaillaient disais disait pensais pensait mangeais mangeait aimais aimait aimaient jouais jouait savais savait connaissais connaissait voyais voyait venais venait prenais prenait mettais mettait devais devait devaient fallait pouvais pouvait buvais buvait lisais lisait portais portait appelais appelait étudiais étudiait fréquentais fréquentait',
    ),
    weakPast:
      /^(?!.*r(?:ais|ait|aient)$)(?!(?:mais|jamais|français|anglais|désormais|frais|mauvais|vais|fais|sais|palais|connais|plais|fait|lait|plait|sait|trait|parfait|souhait)$)\p{L}{2,}(?:ais|ait|aient)$/u,
    have: setOf('ai as a avons avez ont'),
    be: setOf('suis es est sommes êtes sont'),
    participle: new RegExp(
      `^(?!(?:congé|thé|café|clé|marché|année|journée|soirée|idée)s?$)(?:${participles}|été)$`,
      'u',
    ),
    moved: oneOf(
      'allée?s? venue?s? revenue?s? devenue?s? partie?s? repartie?s? arrivée?s? restée?s? née?s? morte?s? rentrée?s? sortie?s? entrée?s? montée?s? descendue?s? tombée?s? retournée?s? passée?s? survenue?s?',
    ),
    reflexive: setOf('me m te t se s nous vous'),
    between: setOf(
      'je tu il elle on nous vous ils elles t y en pas jamais déjà bien tout rien plus beaucoup encore toujours aussi donc souvent vraiment ce ne n m me te l le la les lui leur',
    ),
    ahead:
      /^(?:vais|vas|va|allons|allez|vont|serai|seras|sera|serons|serez|seront|aurai|auras|aura|aurons|auront|ferai|feras|fera|ferons|irai|iras|ira|irons|pourrais|pourrait|pourras|pourra|pourrez|pourriez|voudrais|voudrait|aimerais|devrais|devrait|devra|devrai|faudra|faudrait|peux|peut|pouvez|dois|doit|devons|devez|veux|veut|voulez|faut|stp|svp|\p{L}{2,}(?:erai|eras|erons|erez|eront|irai|iras|irons|irez|iront|(?<!^(?:port|ext|ret|t|f|v))r(?:ais|ait|aient)))$/u,
    present: oneOf(
      'est sont suis es sommes êtes ai as a avons avez ont fais fait faisons habite habites vis vit travaille travailles connais sais',
    ),
    arranged: oneOf(
      'prévue?s? planifiée?s? convenue?s? décidée?s? promise?s? programmée?s? voulais voulait voulions comptais comptait',
    ),
    still: oneOf('encore toujours maintenant actuellement'),
    edge: "depuis|jusqu'en|jusqu'au|jusqu'à|avant|après|dès|à partir de|à partir du|à partir d'|d'ici",
    about: "pour|sur|de|du|d'|au sujet de|concernant",
    marks: setOf(
      'le la les un une des du de je tu il elle on nous vous ils est sont était ai as a avons avez que qui quoi quel quelle quand où comment combien pourquoi en au aux dans sur avec et ou pas mon ma mes ton ta ce cette moi te me se y qu j c d l n s',
    ),
  },
};
