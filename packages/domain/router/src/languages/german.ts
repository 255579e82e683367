import { type LanguageTable, phrases, words } from './language-table.ts';

/** German. */
export const german: LanguageTable = {
  code: 'de',
  verbLast: true,
  greetings: phrases(
    'hallo|hallo zusammen|guten morgen|guten tag|guten abend|moin|servus|grüß gott|grüss gott|grüß dich|hi|hey|na',
  ),
  farewells: phrases(
    'tschüss|tschüs|tschau|auf wiedersehen|bis bald|bis später|bis dann|bis morgen|gute nacht|schönen tag|schönen abend|das war alles|das ist alles|das wars|schon gut|egal|vergiss es|mach s gut|lass gut sein',
  ),
  thanks: phrases(
    'danke|danke schön|dankeschön|danke dir|danke sehr|vielen dank|herzlichen dank|besten dank|ich danke',
  ),
  praise: phrases(
    'ok|okay|alles klar|verstanden|in ordnung|gut|super|perfekt|prima|klasse|toll|ausgezeichnet|wunderbar|sehr gut|gut gemacht|genau|stimmt|richtig|das hilft|das hat geholfen|sehr hilfreich|spitze|passt',
  ),
  corrections: phrases(
    'das ist falsch|das stimmt nicht|das ist nicht richtig|falsch|nicht das|ich meinte|das meinte ich nicht|so war das nicht gemeint|du hast mich falsch|nein das|nein ich|das war nicht|nicht richtig|das hilft nicht|das hilft mir nicht|leider falsch|nein falsch',
  ),
  fillers: words(
    'ok okay ja nein ach also und aber dann nun jetzt bitte mal tja gut naja achso doch so hm oh übrigens',
  ),
  interrogatives: phrases(
    'was|wer|wen|wem|wessen|wie|wo|wohin|woher|wann|warum|wieso|weshalb|welche|welcher|welches|welchen|wieviel|wie viel|womit|wofür|worüber|worum|gibt es|gibts|ist|sind|hast du|haben sie|weißt du|wissen sie|kennst du|bist du|sind sie|war das',
  ),
  notInterrogatives: phrases('was für ein schöner|wie schön|wie nett|ist gut|ist ok|ist okay'),
  auxiliaries: words(
    'hast hat haben habe habt ist bin bist sind war waren kann kannst darf darfst soll sollte muss musst wird werden würde macht gibt geht stimmt wohnt liegt kommt steht',
  ),
  subjects: words(
    'ich du er sie es wir ihr man das der die dieser diese dieses mein meine dein deine ein eine jemand',
  ),
  politeRequests: phrases(
    'kannst du|könntest du|würdest du|können sie|könnten sie|würden sie|kannst du bitte|bitte|ich möchte|ich würde gern|ich würde gerne|ich will|ich muss|hilf mir|helfen sie mir|lass uns',
  ),
  needs: phrases(
    'ich brauche|ich möchte|ich will|ich hätte gern|ich hätte gerne|ich benötige|wir brauchen|ich suche|brauche',
  ),
  problems: phrases(
    'funktioniert nicht|geht nicht|ist kaputt|fehler|ein problem|probleme mit|stürzt ab|abgestürzt|verloren|gestohlen|startet nicht|öffnet nicht',
  ),
  actVerbs: words(
    'erinnere erinner erinnern buche buch buchen bestelle bestell bestellen stelle stell stellen setze setz setzen füge hinzufügen lösche lösch löschen schicke schick schicken sende senden schalte schalt schalten mach mache machen öffne öffnen schließe schließen starte starten stoppe stoppen beende spiele spiel spielen kaufe kauf kaufen reserviere reservieren storniere stornieren ändere ändern ruf rufe anrufen suche such suchen speichere speichern aktualisiere aktualisieren installiere plane planen trag trage eintragen verschiebe verschieben kündige kündigen schreibe schreib schreiben erstelle erstellen notiere wecke weck lies drucke prüfe prüfen prüf überprüfe überprüfen überweise überweisen bezahle bezahlen zahle zahlen lade laden herunterladen hochladen umbenennen benenne leite weiterleiten sperre sperren teile teilen drucken antworte antworten verlängere verlängern kopiere kopieren führe ausführen einschalten ausschalten anschalten abschalten abbestellen absagen besorge besorgen hole holen bring bringe bringen melde melden frage fragen',
  ).concat(
    phrases(
      'vergiss alles|vergiss was|vergiss das|vergiss mich|vergiss meine|vergiss meinen|vergiss mein|vergiss bitte|vergiss dass|vergiss|vergessen sie',
    ),
  ),
  answerVerbs: phrases(
    'sag mir|sag|sage mir|erkläre|erklär|erklären|erzähl|erzähle|erzählen|zeig mir|zeige mir|zeigen|beschreibe|übersetze|übersetz|übersetzen|nenne|nenn|liste|wissen|verstehen|sagen|fasse|vergleiche|berechne|rechne|empfiehl|gib mir',
  ),
  references: phrases(
    'du hast gesagt|hast du gesagt|du sagtest|wie gesagt|letztes mal|beim letzten mal|das letzte mal|wir haben besprochen|wir hatten besprochen|haben wir besprochen|haben wir gesprochen|erinnerst du dich|weißt du noch|ich habe dir gesagt|hab ich dir gesagt|hatte ich dir gesagt|habe ich dir erzählt|ich dir erzählt|neulich|vorhin',
  ),
  remember: phrases(
    'merk dir|merke dir|merken sie sich|vergiss nicht|denk daran|denk dran|behalte im kopf|notier dir|zur info|bitte merk dir|behalte das im kopf|behalt das im kopf|behalte es im kopf|behalte das im gedächtnis|behalte im gedächtnis|merk es dir|merke es dir|vergiss das nicht|vergiss es nicht|schreib dir auf|schreib dir das auf',
  ),
  keptThings: phrases(
    'liste|listen|einkaufsliste|einkaufslisten|einkaufszettel|to do liste|to do listen|todo liste|todoliste|aufgabenliste|packliste|wunschliste|merkliste|erinnerung|erinnerungen|fokus',
  ),
  keptBefore: phrases(
    'mein|meine|meinen|meinem|meiner|unser|unsere|unserer|unserem|unseren|habe ich|hab ich|habe ich noch|habe ich eine|habe ich irgendwelche|haben wir',
  ),
  keptAfter: phrases(
    'habe ich|hab ich|ich habe|haben wir|gibt es|stehen an|sind offen|sind gesetzt|sind noch offen',
  ),
  keptWhole: phrases(
    'gibt es erinnerungen|auf der einkaufsliste|auf der to do liste|auf der todo liste|auf der packliste|auf dem einkaufszettel|konzentriere ich mich|konzentrieren wir uns|deine entscheidung|deine entscheidungen|deine letzte entscheidung|deine letzten entscheidungen|deiner letzten entscheidung|ihre letzte entscheidung|ihre letzten entscheidungen|warum hast du das|warum hast du so|warum hast du darauf|warum hast du geantwortet|wieso hast du das|wieso hast du so|wieso hast du darauf|warum haben sie das|was hast du gerade gemacht|was hast du zuletzt gemacht',
  ),
  anaphora: words('es das dies diese dieser dieses davon damit daran dafür dazu dort ihn ihm ihnen dasselbe'),
  secondPerson: words('du dir dich dein deine deinen deiner ihnen ihr ihre euch'),
  everyone: phrases(
    'jemand|irgendwer|irgendjemand|alle|leute|zusammen|ihr alle|wer von euch|niemand eine idee',
  ),
  declaratives: words(
    'ich mein meine meinen meiner wir unser unsere er sie ist sind war waren bin habe hat hatte haben es wohnt heißt',
  ),
  stopWords: words(
    'der die das den dem des ein eine einen einem einer eines und oder aber wenn weil dass daß als ob wie so dann nicht kein keine keinen nur auch noch schon sehr mehr viel viele ich mich mir mein meine meinen meiner du dich dir dein deine er ihn ihm sein seine sie ihr ihre ihnen es wir uns unser unsere man sich bin bist ist sind seid war waren sein gewesen habe hast hat haben hatte hatten wird werden wurde worden kann kannst können könnte könntest soll sollte muss müssen darf will möchte würde in im an am auf aus bei beim mit nach von vom vor zu zum zur über unter für durch gegen ohne um bis seit hier da dort jetzt mal bitte ja nein doch denn etwas alles nichts was wer wo wann warum welche welcher welches diese dieser dieses davon damit machen mach mache gibt ok okay eigentlich einfach',
  ),
};
