import { phrases, type ThoughtTable } from './thought-table.ts';

const askable = phrases('warum|wieso|wie|was|ob|wo|wer|wann|welche|welcher|welches');
const persons = phrases('ich|du|er|sie|es|wir|ihr|man|das|jemand|der|die|eine|ein');
const verbs = phrases(
  'ist|sind|bin|bist|war|hat|haben|habe|hast|kann|kannst|können|könnt|könnte|könntest|soll|sollte|sollen|will|willst|wird|wirst|würde|würdest|muss|darf|gibt|geht|weiss|weiß',
);
const asked = phrases(
  'was|wie|warum|wieso|weshalb|wer|wo|wann|woher|wohin|wozu|welche|welcher|welches|wem|wen|wie viel|wie viele|wie lange',
);

/** German. */
export const german: ThoughtTable = {
  code: 'de',
  disagrees: phrases(
    'stimme nicht zu|stimme dir nicht zu|stimme da nicht zu|stimme dem nicht zu|stimmt nicht|stimmt so nicht|widerspreche|bin anderer meinung|bin dagegen|bin nicht überzeugt|bin mir nicht sicher bei|sehe ich anders|das sehe ich nicht so|nicht einverstanden|ich bezweifle|bezweifle ich|unsinn|quatsch|blödsinn|ist falsch|das ist nicht wahr|nicht richtig|im gegenteil|ergibt keinen sinn|macht keinen sinn|schlechte idee|keine gute idee',
  ),
  opposes: phrases(
    'glaube nicht|glaube ich nicht|denke nicht|finde nicht|finde ich nicht|meine nicht|würde nicht|halte nichts davon|sehe nicht|mag nicht|will nicht',
  ),
  no: phrases('nein|nee|nö|ne|falsch'),
  counters: phrases(
    'aber|jedoch|allerdings|ja aber|schon aber|ok aber|klar aber|andererseits|dagegen|mag sein aber',
  ),
  noDenial: phrases(
    'nein danke|kein problem|keine sorge|keine ursache|keine ahnung|keine idee|keine frage|kein thema|kein stress|nicht schlecht|nicht falsch|gar nicht schlecht|nicht so schlecht|keine schlechte idee|widerspreche nicht|widerspreche dir nicht|widerspreche dem nicht|nicht dagegen|nicht nur|warum nicht|oder nicht|wenn nicht|nicht vergessen|kann es nicht erwarten|kann nicht warten|nicht wahr|macht nichts',
  ),
  not: phrases('nicht|kein|keine|keinen|keinem|keiner|keines'),
  actually: phrases('eigentlich|tatsächlich|in wirklichkeit'),
  turns: phrases('ist eigentlich|sind eigentlich|war eigentlich|ist tatsächlich|ist in wirklichkeit'),
  agrees: phrases(
    'stimme zu|stimme dir zu|einverstanden|stimmt|richtig|gut|super|toll|schön|recht|liebe|mag|gern|gerne|klappt|funktioniert|ganz|interessant|perfekt',
  ),
  unknowing: phrases(
    'weiß nicht|weiss nicht|weiß ich nicht|verstehe nicht|verstehe ich nicht|nicht sicher|erinnere mich nicht|sehe nicht|kenne nicht|kenne ich nicht|nicht gehört|nicht gesehen|nicht verstanden',
  ),
  ownState: phrases(
    'ich habe kein|ich habe keine|ich habe keinen|ich habe nicht|wir haben kein|wir haben keine|wir haben nicht|ich hatte|ich war nicht|hab nicht|hab keine|hab kein',
  ),
  fails: phrases(
    'funktioniert nicht|geht nicht|klappt nicht|läuft nicht|startet nicht|lädt nicht|öffnet nicht|öffnet sich nicht|finde nicht|nicht gefunden|reagiert nicht|verbindet nicht',
  ),
  subordinates: phrases(
    'weil|wenn|dass|ob|als|da|obwohl|falls|damit|sodass|welche|welcher|welches|während|bis|nachdem|bevor',
  ),
  joins: phrases('aber|und|sondern|doch'),
  feelings: phrases(
    'danke|vielen dank|liebe|großartig|froh|glücklich|wunderschön|glückwunsch|gratuliere|wow|tut mir leid|entschuldigung|sorry|hoffe|hoffentlich|vermisse|leider',
  ),
  praise: phrases('gut|super|toll|schön|cool|lustig|beste|interessant|prima|klasse'),
  laughter: phrases('haha|hahaha|lol|hihi|hehe'),
  swearing: phrases('scheiße|scheiß|verdammt|idiot|idioten|arsch|zum teufel|blöd'),
  asks: [
    ...verbs.flatMap((verb) => persons.map((who) => `${verb} ${who}`)),
    ...asked.flatMap((word) => verbs.map((verb) => `${word} ${verb}`)),
    ...phrases(
      'wie heißt|was passiert|was macht|wie mache|wie macht|was bedeutet|was meint|warum nicht|wo finde|wie funktioniert|wie komme|weiß jemand|weiss jemand',
    ),
  ],
  leads: phrases('und|aber|also|ok|okay|na|hey|hi|hallo|auch|dann|ja|nein|jetzt|hm|hmm|sorry|moin'),
  seeks: phrases(
    'wie kann ich|wie mache ich|wie komme ich|wo finde ich|was soll ich|was muss ich|kann ich|soll ich|darf ich|kannst du|könntest du|können sie|könnt ihr|weiß jemand|kann jemand|hat jemand|kennt jemand|was meinst du|was haltet ihr',
  ),
  wonders: [
    ...[
      'ich frage mich',
      'frage mich',
      'weiß nicht',
      'weiss nicht',
      'keine ahnung',
      'nicht sicher',
      'verstehe nicht',
      'sag mir',
      'wüsste gern',
      'würde gern wissen',
      'möchte wissen',
      'will wissen',
    ].flatMap((start) => askable.map((word) => `${start} ${word}`)),
    ...phrases(
      'neugierig|verwirrt|verwirrend|bin unsicher|verstehe das nicht|verstehe ich nicht|würde gern fragen|wollte fragen',
    ),
  ],
  basicAsks: phrases('was|wie|warum|wieso'),
  insights: phrases(
    'idee|ideen|was wäre wenn|was ist wenn|wie wäre es wenn|mir ist klar geworden|mir wird klar|mir ist aufgefallen|mir fällt auf|mir ist eingefallen|habe erkannt|habe gemerkt|ich habe festgestellt|jetzt verstehe ich',
  ),
  noInsight: phrases('keine idee|keine ideen|irgendeine idee|irgendwelche ideen'),
  connections: phrases(
    'verbindung|zusammenhang|hängt zusammen|hängt mit|zusammenhängt|bezieht sich auf|erinnert mich an|verknüpft mit|passt zu dem|knüpft an',
  ),
};
