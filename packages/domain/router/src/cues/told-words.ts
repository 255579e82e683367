import { monthNames, tokenise, weekdayNames } from '@salience/language';

/**
 * Words of what is told and not ordered, in each language: people, what happens to them, how they are and feel, when and how far. "A
 * baby", "an accident", "three weeks", "20 degrees" order nothing, whatever stands before them. Levelled as tokens are.
 */
export interface ToldWords {
  /** They tell wherever they stand: time and measure. */
  readonly measures: ReadonlySet<string>;
  /** They tell where the thing is one of them: "a birthday" tells, "a birthday cake" does not. */
  readonly things: ReadonlySet<string>;
  /** The word that names the thing stands before what is said of it: "un gâteau d'anniversaire". */
  readonly headFirst: boolean;
}

const set = (...lists: readonly string[]): ReadonlySet<string> => new Set(lists.flatMap(tokenise));

type Code = keyof typeof monthNames;

function table(code: Code, measures: string, things: string, headFirst: boolean): ToldWords {
  const calendar = [...monthNames[code], ...weekdayNames[code]].join(' ');
  return { measures: set(measures, calendar), things: set(things, weights), headFirst };
}

const signs = 'km cm mm kmh mph kb mb gb tb px sec secs min mins';
/** With something behind them they are amounts: "2 kg potatoes". */
const weights =
  'kg g mg t l ml kilo kilos gram grams gramm lb lbs oz ounce ounces litre litres liter liters gramo gramos grammes litro litros litri grammi quilo quilos';

/** Of each language that fragments are read in. */
export const toldWords: Readonly<Record<string, ToldWords>> = {
  en: table(
    'en',
    `${signs} seconds minute minutes moment hour hours day days night nights week weeks weekend month months year years decade decades century today tomorrow yesterday tonight now later soon ago once twice time times kilometre kilometres kilometer kilometers metre metres meter meters mile miles foot feet inch inches degree degrees percent euro euros dollar dollars pound pounds star stars point points`,
    'morning afternoon evening baby babies child children kid kids boy boys girl girls son sons daughter daughters brother brothers sister sisters mother father parents husband wife uncle aunt cousin friend friends colleague neighbour neighbor boss guy guys man men woman women person people family couple doctor teacher engineer nurse student fan idiot fool guest guests crowd stranger visitor visitors accident disaster miracle mistake surprise problem problems trouble issue issues question questions doubt chance reason reasons thing things news story world life death love luck fun joy pleasure pity shame fear hope dream dreams feeling feelings mood idea start end meeting appointment exam test interview operation surgery wedding birthday funeral holiday vacation trip party visit fight argument walk run swim nap rest break look chat talk word shower bath sleep work job pressure stress effort progress success failure pain headache toothache cold fever flu cough injury illness allergy weather rain snow storm sun heat outside asleep awake done over tired sad happy sick ill angry hungry thirsty bored busy ready late early alone better worse good bad nice great fine sure true false funny expensive cheap married single divorced pregnant lost less second',
    false,
  ),
  de: table(
    'de',
    `${signs} sekunde sekunden minute minuten moment augenblick stunde stunden tag tage tagen nacht nächte woche wochen wochenende monat monate monaten jahr jahre jahren jahrzehnt heute morgen gestern jetzt später bald nie einmal zweimal mal uhr kilometer meter grad prozent euro stern sterne punkt punkte`,
    'abend vormittag nachmittag baby babys kind kinder junge jungen jungs mädchen sohn söhne tochter töchter bruder schwester mutter vater eltern mann männer frau frauen freund freunde freundin kollege kollegin nachbar nachbarin chef mensch menschen leute person personen familie paar arzt lehrer lehrerin ingenieur student fan idiot gast gäste besuch unfall katastrophe wunder fehler überraschung problem probleme ärger frage fragen zweifel chance ahnung grund gründe ding dinge sache sachen nachricht nachrichten neuigkeit neuigkeiten geschichte welt leben tod liebe glück pech spaß freude vergnügen angst hoffnung traum gefühl laune stimmung idee anfang ende treffen termin prüfung test gespräch operation hochzeit geburtstag beerdigung urlaub ferien reise feier besuch streit spaziergang pause ruhe blick wort dusche bad schlaf arbeit job stress druck mühe fortschritt erfolg schmerz schmerzen kopfschmerzen zahnschmerzen erkältung fieber grippe husten verletzung krankheit wetter regen schnee sturm sonne hitze luft platz zeit lust abschied schlaf müde traurig froh glücklich krank wütend hungrig durstig beschäftigt fertig spät früh allein besser schlechter gut schlecht schön toll sicher wahr falsch lustig teuer billig verheiratet ledig geschieden schwanger weniger frei ernst feierabend',
    false,
  ),
  fr: table(
    'fr',
    `${signs} seconde secondes minute minutes moment instant heure heures jour jours journée nuit nuits semaine semaines mois an ans année années siècle aujourd demain hier maintenant tard tôt bientôt fois encore jamais kilomètre kilomètres mètre mètres degré degrés euro euros étoile étoiles point points`,
    'matin matinée soir soirée après bébé enfant enfants garçon garçons fille filles fils frère soeur sœur mère père parents mari femme homme hommes femmes ami amis amie amies collègue voisin voisine chef gens personne personnes famille couple médecin professeur ingénieur étudiant fan idiot invité invités accident catastrophe miracle erreur surprise problème problèmes souci soucis question questions doute chance raison raisons chose choses nouvelle nouvelles histoire monde vie mort amour joie plaisir honte peur espoir rêve sentiment humeur idée début fin réunion rendez examen entretien opération mariage anniversaire enterrement vacances voyage fête visite dispute promenade pause repos mot douche bain sommeil travail boulot stress pression effort progrès succès douleur mal fièvre grippe rhume toux blessure maladie temps pluie neige orage soleil chaleur cours leçons poids soin note fatigué fatiguée triste content contente heureux malade fâché faim soif occupé prêt prête seul seule mieux pire bon bien mauvais beau sûr vrai faux drôle cher marié mariée célibataire enceinte moins calme grave',
    true,
  ),
  es: table(
    'es',
    `${signs} segundo segundos minuto minutos momento instante hora horas día días noche noches semana semanas mes meses año años siglo hoy mañana ayer ahora tarde pronto vez veces nunca kilómetro kilómetros metro metros grado grados euro euros estrella estrellas punto puntos`,
    'madrugada bebé niño niños niña niñas chico chica hijo hijos hija hijas hermano hermana madre padre padres marido esposa mujer hombre hombres mujeres amigo amigos amiga amigas colega vecino vecina jefe jefa gente persona personas familia pareja médico profesor profesora ingeniero estudiante fan idiota invitado invitados visita accidente desastre milagro error sorpresa problema problemas lío pregunta preguntas duda suerte razón razones cosa cosas noticia noticias historia mundo vida muerte amor alegría placer gusto pena vergüenza miedo esperanza sueño sentimiento humor idea principio fin final reunión cita examen entrevista operación boda cumpleaños funeral vacaciones viaje fiesta pelea paseo descanso palabra ducha baño trabajo estrés presión esfuerzo progreso éxito dolor fiebre gripe resfriado tos herida enfermedad tiempo clima lluvia nieve tormenta sol calor frío clases nota recuerdos igual nervioso nerviosa cansado cansada dormido dormida triste feliz contento contenta enfermo enferma enojado hambre sed ocupado listo solo sola mejor peor bueno bien malo mal bonito seguro cierto falso gracioso caro casado casada soltero soltera embarazada menos así',
    true,
  ),
  pt: table(
    'pt',
    `${signs} segundo segundos minuto minutos momento instante hora horas dia dias noite noites semana semanas mês meses ano anos século hoje amanhã ontem agora tarde cedo logo vez vezes nunca quilómetro quilómetros quilômetro quilômetros metro metros grau graus euro euros estrela estrelas ponto pontos`,
    'manhã bebé bebê criança crianças menino menina meninos meninas rapaz rapariga filho filhos filha filhas irmão irmã mãe pai pais marido esposa mulher homem homens mulheres amigo amigos amiga amigas colega vizinho vizinha chefe gente pessoa pessoas família casal médico professor professora engenheiro estudante fã idiota convidado convidados visita acidente desastre milagre erro surpresa problema problemas pergunta perguntas dúvida sorte razão razões coisa coisas notícia notícias história mundo vida morte amor alegria prazer pena vergonha medo esperança sonho sentimento humor ideia princípio fim reunião consulta exame teste entrevista operação casamento aniversário funeral férias viagem festa discussão passeio pausa descanso palavra duche banho sono trabalho stress estresse pressão esforço progresso sucesso dor febre gripe constipação tosse ferida doença tempo chuva neve tempestade sol calor frio aulas nota cansado cansada triste feliz contente doente zangado fome sede ocupado pronto pronta sozinho sozinha pior bom boa bem mau bonito certo falso engraçado caro casado casada solteiro solteira grávida menos assim',
    true,
  ),
  it: table(
    'it',
    `${signs} secondo secondi minuto minuti momento attimo istante ora ore giorno giorni giornata notte notti settimana settimane mese mesi anno anni secolo oggi domani ieri adesso tardi presto volta volte mai ancora chilometro chilometri metro metri grado gradi euro stella stelle punto punti`,
    'mattina mattinata sera serata pomeriggio bambino bambini bambina bambine neonato ragazzo ragazzi ragazza ragazze figlio figli figlia figlie fratello sorella madre padre genitori marito moglie donna uomo uomini donne amico amici amica amiche collega vicino vicina capo gente persona persone famiglia coppia medico professore professoressa ingegnere studente fan idiota ospite ospiti visita incidente disastro miracolo errore sorpresa problema problemi guaio domanda domande dubbio fortuna ragione ragioni cosa cose notizia notizie storia mondo vita morte amore gioia piacere peccato vergogna paura speranza sogno sentimento umore idea inizio fine riunione appuntamento esame colloquio operazione matrimonio compleanno funerale vacanza vacanze viaggio festa lite passeggiata pausa riposo parola doccia bagno sonno lavoro stress pressione sforzo progresso successo dolore male febbre influenza raffreddore tosse ferita malattia tempo pioggia neve temporale sole caldo freddo lezioni nota fastidio stanco stanca triste felice contento contenta malato arrabbiato fame sete occupato pronto pronta solo sola peggio buono bene cattivo bello bel sicuro vero falso divertente caro sposato sposata incinta meno così',
    true,
  ),
};

/** Words of time and measure in any of the languages: what is counted in them is no thing, whatever language the text seems to be in. */
export const anyMeasure: ReadonlySet<string> = new Set(
  Object.values(toldWords).flatMap(({ measures }) => [...measures]),
);
