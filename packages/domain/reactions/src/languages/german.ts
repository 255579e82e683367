import { phrases, type ReactionTable } from './reaction-table.ts';

/** German. */
export const german: ReactionTable = {
  code: 'de',
  thanks: phrases(
    'danke|dankeschön|danke schön|danke dir|danke sehr|vielen dank|vielen lieben dank|herzlichen dank|besten dank|tausend dank|ich danke|merci vielmals|das war sehr hilfreich|du hast mir sehr geholfen|sie haben mir sehr geholfen',
  ),
  thanksForNothing: phrases(
    'nein danke|nee danke|danke nein|nö danke|danke im voraus|vielen dank im voraus|besten dank im voraus|danke schon mal|danke schonmal|vielen dank schon mal|danke trotzdem|trotzdem danke|danke für nichts|danke für das angebot|danke der nachfrage|danke fürs fragen|gott sei dank|wäre dankbar|wäre ich dankbar|dank dir kann|sag danke',
  ),
  content: phrases(
    'perfekt|ausgezeichnet|hervorragend|wunderbar|genau|genau das|das hilft|das hilft mir|das hat geholfen|sehr hilfreich|das war es|das wars|gut gemacht|gute arbeit|das ist perfekt|genau das brauchte ich|genau das wollte ich|genau das habe ich gesucht|passt perfekt|das passt',
  ),
  beside: phrases(
    'ok|okay|oh|ah|aha|ach|so|sehr|viel|vielmals|dafür|für die hilfe|für deine hilfe|für ihre hilfe|für die info|für die infos|für den tipp|für den hinweis|für die schnelle antwort|für die antwort|für alles|dir|ihnen|euch|das|ist|war|ja|gut|super|toll|prima|cool|alles klar|verstanden|na|dann|und|wirklich|schön|nett|leute|alle|tschüss|bis dann|bis bald|schönen tag|schönen tag noch|einen schönen tag|schönen abend|das war alles|das ist alles|mehr brauche ich nicht|nein das war alles|nein das ist alles|lieb|ganz|klasse|spitze|großartig|gut zu wissen|das ist super|das ist toll',
  ),
  works: phrases(
    'das hat geklappt|es hat geklappt|hat geklappt|das hat funktioniert|es funktioniert|funktioniert jetzt|es funktioniert jetzt|jetzt funktioniert es|jetzt geht es|jetzt gehts|jetzt geht s|es geht jetzt|das wars|das war die lösung|damit geht es|problem gelöst|läuft jetzt|jetzt läuft es|es läuft|gelöst|erledigt|es klappt|klappt|klappt jetzt',
  ),
  fails: phrases(
    'aber|immer noch|noch immer|trotzdem|nicht|nichts|kein|keine|keinen|nie|leider|falsch|fehler|jedoch|allerdings|obwohl|stattdessen|nutzlos|schon|bereits|dasselbe problem|ohne erfolg',
  ),
  yes: phrases(
    'ja|jawohl|jep|klar|na klar|natürlich|gern|gerne|ja bitte|ja gerne|sicher|auf jeden fall|ok|okay|bitte|super|perfekt|prima|toll|wunderbar',
  ),
  no: phrases('nein|nee|nö|jetzt nicht|noch nicht|später|lieber nicht'),
  takes: phrases(
    'klingt gut|klingt super|klingt toll|klingt perfekt|klingt nach einem plan|hört sich gut an|das passt|passt mir|passt für mich|das wäre super|das wäre toll|das wäre gut|das wäre perfekt|das wäre nett|das nehme ich|den nehme ich|die nehme ich|nehmen wir|ich nehme das|ich nehme den|ich nehme die|mach das|mach das bitte|machen wir so|so machen wir das|leg los|nur zu|bitte buchen|buch das|buche das|buch es',
  ),
  tries: phrases(
    'ich probiere es|ich probiere das|das probiere ich|ich versuche es|ich versuche das|das versuche ich|ich werde es versuchen|ich werde das versuchen|werde ich probieren|werde ich versuchen|ich probier|probier ich|ich versuchs|mal versuchen|mal probieren|ich schau es mir an|ich schaue es mir an|das schaue ich mir an|mache ich|werde ich machen|das mache ich',
  ),
  offers: phrases(
    'soll ich|sollen wir|möchten sie dass ich|möchtest du dass ich|willst du dass ich|wollen sie dass ich|darf ich|kann ich _ buchen|möchtest du buchen|möchten sie buchen|wie wäre es mit|wie wäre es|wie wärs|wäre das|passt das|passt dir das|ist das ok|ist das in ordnung|ich empfehle|ich schlage vor|möchtest du die|möchten sie die|möchtest du den|möchten sie den|brauchst du die|brauchen sie die',
  ),
  foundNone: phrases(
    'leider|tut mir leid|entschuldigung|nichts gefunden|nicht gefunden|keine gefunden|gibt es keine|gibt es kein|nicht verfügbar|ausgebucht|keine treffer',
  ),
  asksWhich: phrases(
    'und du|und dir|und ihnen|andere|anderen|anderes|anderer|anderen|welche|welcher|welches|welchen|was|sonst|bestimmte|bestimmten|bevorzugst|bevorzugen',
  ),
  meant: phrases(
    'ich meinte|ich hatte _ gemeint|ich habe _ gemeint|meinte ich|es ging mir um|mir ging es um|mir geht es um|ich sprach von|ich rede von|nein ich meine|nicht das sondern|nicht die sondern|nicht den sondern|nein das andere|nein die andere|nein den anderen|nicht dieses|nicht diese|nicht diesen',
  ),
  ownSlip: phrases(
    'sorry|entschuldigung|entschuldige|verzeihung|tippfehler|vertippt|verschrieben|mein fehler|ups|hoppla|ich wollte sagen|ich wollte schreiben|ich wollte fragen|ich habe vergessen|hab vergessen|vergessen zu sagen|ich habe mich vertan|korrektur|ich habs mir anders überlegt|doch lieber|habe es mir anders überlegt',
  ),
  misunderstood: phrases(
    'du hast mich falsch verstanden|sie haben mich falsch verstanden|falsch verstanden|missverstanden|das habe ich nicht gemeint|das hab ich nicht gemeint|das meinte ich nicht|so war das nicht gemeint|so meinte ich das nicht|das habe ich nicht gefragt|das hab ich nicht gefragt|das war nicht meine frage|das ist nicht meine frage|danach habe ich nicht gefragt|danach hab ich nicht gefragt|das wollte ich nicht wissen|das habe ich nicht gesagt|am thema vorbei',
  ),
  shouldAsk: phrases(
    'hättest fragen|hättest du fragen|hätten sie fragen|hättest nachfragen|hättest du nachfragen|frag vorher|frag erst|frag mich vorher|frag mich erst|frag nächstes mal|warum hast du nicht gefragt|wieso hast du nicht gefragt|nicht einfach raten|rate nicht|nicht einfach annehmen|du hast geraten|du hast einfach geraten',
  ),
  toldAlready: phrases(
    'habe ich _ schon gesagt|hab ich _ schon gesagt|habe ich _ doch gesagt|hab ich _ doch gesagt|ich habe _ schon gesagt|ich hab _ schon gesagt|habe ich _ bereits gesagt|ich habe _ bereits gesagt|ich sagte doch|sagte ich doch|wie gesagt|wie ich schon sagte|wie bereits gesagt|das weißt du doch|das weißt du schon|du fragst schon wieder|frag nicht|hör auf zu fragen|zu viele fragen|warum fragst du|wieso fragst du|steht doch in|steht in meiner nachricht|lies meine nachricht|habe ich _ schon geschrieben|hab ich _ schon geschrieben|ist doch klar',
  ),
  unanswered: phrases(
    'hallo|bist du da|bist du noch da|jemand da|ist jemand da|ist da jemand|keine antwort|niemand|warum antwortest du nicht|wieso antwortest du nicht|du antwortest nicht|du hast nicht geantwortet|du hast mir nicht geantwortet|antworte|antworte bitte|bitte antworte|antworte mir|ich warte|ich warte noch|ich warte immer noch|hast du meine nachricht|ignorierst du|ignorier mich nicht|na|und|kommt da noch was|ich habe dich etwas gefragt|ich hab dich was gefragt|das war eine frage|keiner|irgendwer|irgendjemand|kann jemand helfen|kann mir jemand helfen|kann mir keiner helfen|bitte helft mir|hilf mir bitte|hilfe',
  ),
  justDo: phrases(
    'mach es einfach|mach das einfach|mach einfach|tu es einfach|dann mach es|dann mach das|dann mach doch|mach es doch|mach schon|ich habe dich gebeten|ich hab dich gebeten|du sollst _ machen|ich will dass du|ich wollte dass du|nicht erklären|erklär mir nicht|keine anleitung|ich brauche keine anleitung|kannst du das nicht machen|kannst du es nicht machen|kannst du das nicht selbst|warum machst du es nicht|warum hast du es nicht gemacht|hast du es gemacht|hast du es jetzt gemacht|du hast es nicht gemacht|du hättest es machen',
  ),
  onlyAsked: phrases(
    'ich habe nur gefragt|ich hab nur gefragt|ich wollte nur wissen|ich wollte es nur wissen|ich wollte nur fragen|war nur eine frage|das war nur eine frage|nur eine frage|nur gefragt|sag es mir einfach|ich war nur neugierig',
  ),
  onlySaid: phrases(
    'ich wollte nur sagen|wollte ich nur sagen|wollte ich nur mal sagen|ich wollte es nur sagen|ich wollte dir nur sagen|ich wollte nur bescheid|nur zur info|nur so|war nur so gesagt|das war keine frage|das war nicht als frage|du musst nicht antworten|du musst nichts machen|du musst nichts tun|keine antwort nötig|musst du nicht antworten|nur laut gedacht|habe nur laut gedacht',
  ),
  notYou: phrases(
    'ich habe nicht mit dir|ich hab nicht mit dir|ich rede nicht mit dir|nicht mit dir geredet|nicht mit dir gesprochen|das war nicht für dich|war nicht für dich|nicht an dich|galt nicht dir|falscher chat|falsches fenster|dich hat niemand gefragt|dich hat keiner gefragt|niemand hat dich gefragt|dich habe ich nicht gefragt|halt dich raus|sei still|sei ruhig',
  ),
  unasked: phrases(
    'darum habe ich nicht gebeten|darum hab ich nicht gebeten|ich habe dich nicht gebeten|ich hab dich nicht gebeten|habe ich nicht verlangt|hab ich nicht verlangt|das solltest du nicht|du solltest _ nicht|das wollte ich nicht|wer hat dir gesagt|das habe ich nicht bestellt|das sollst du nicht',
  ),
  foundAlone: phrases(
    'selbst gefunden|selber gefunden|habe es gefunden|hab es gefunden|hab s gefunden|habs gefunden|ich habe die lösung|selbst gelöst|selber gelöst|selbst herausgefunden|selber rausgefunden|selbst rausgefunden|rausgefunden|habe es gelöst|hab es gelöst|selbst gemacht|selber gemacht|mache ich selbst|mach ich selbst|mach ich selber|mache es selbst|habe gegoogelt|hab gegoogelt|habe es gegoogelt|hab es gegoogelt|ich google|google ich eben|selbst nachgeschaut|selber nachgeschaut|habe nachgeschaut|hab nachgeschaut|schau ich selbst nach|schaue selbst nach|hat sich erledigt|schon erledigt|frage ich jemand anderen|frag ich jemand anderen',
  ),
};
