import { commonWord, type Gender, isSmallWord } from '@salience/language';

const female =
  'ana anna anne annie maria marie mary lena lea lisa laura julia sara sarah sofia sophie sophia emma eva clara klara nina carla carmen elena helena irene isabel isabella alice alicia beatriz bea catarina ines joana marta martha paula petra sabine susanne monika ursula katrin katharina kathrin christine camille chloe claire julie manon nathalie sylvie valerie lucia lucy giulia chiara francesca federica silvia valentina martina elisa elisabeth elizabeth kate emily olivia amelia jane jenny jennifer karen linda barbara susan nancy patricia melanie caroline charlotte hannah zoe greta ingrid dolores pilar rosa teresa luisa louise leonor margarida filipa rita diana dora vera nora nadia tanja anja heike birgit agnes adele celine odile amina fatima leila yara priya mei yuki';
const male =
  'tom thomas john jon jonas joao jose juan jean hans peter pedro pablo paul paulo paolo marco marcos markus max michael mike david daniel dan luca lucas lukas luis luigi leo leon liam noah ben benjamin felix finn karl carl carlos charles chris christian stefan stephan steven stephen andreas andre andrea andrew alex alexander antonio anton tony bruno diego miguel manuel rafael ricardo roberto robert rob fernando francisco francesco giovanni giuseppe matteo alessandro davide simone simon tiago rui nuno henrique henri pierre jacques louis michel philippe nicolas olivier antoine julien hugo arthur martin matthias sebastian tobias uwe jurgen klaus dieter wolfgang heinz otto fritz james george henry harry jack joe joseph kevin brian eric erik oscar oliver samuel sam adam omar ali ahmed raj kenji ivan igor';
// Also words of their language, or of another: capital letters and their place tell them apart.
const words =
  'mark rose will grace hope may june april august art bill frank pat rob sue joy faith ivy lily daisy violet amber ruby pearl jade iris dawn eve summer autumn chase drew dean gene guy miles pierce ray rich rusty sandy skip stew wade ward nick chuck victor earl duke grant page penny robin olive rosa blanca luz sol mar paz pilar dolores mercedes linda bella stella luna aurora viola margherita chiara clara klara claire pierre aimee remi ernst wolf engel heide erika melody harmony angel star sky river forest brook brooke heather hazel holly jasmine poppy fern basil sage ginger cherry candy honey crystal destiny charity mercy patience prudence justice christian major king prince baron mason cooper carter hunter fisher baker cook taylor tyler porter potter smith brown black white green young long may sunny happy art jack john bob jay josh sean phoenix austin dallas paris florence sydney victoria georgia carolina virginia asia india china chelsea kent lance rod buck cliff clay stone rock reed glen dale heath moss bud woody rocky bruno max felix leo vera nova alba perla gemma celeste viola rosario consuelo soledad esperanza gloria fe flor margarida iris nieves rocio angeles flora marina celia diana marian jan ben sam kit dot gay hart horst falk frank rainer hilde gerd gunter lux sonja salome kai mai juli pia nela ina';

const genders = new Map<string, Gender>();
for (const name of female.split(' ')) genders.set(name, 'f');
for (const name of male.split(' ')) genders.set(name, genders.has(name) ? 'x' : 'm');
const ordinary = new Set(words.split(' '));

/** The gender that people of this name mostly have; undefined for a name that is not known as one. */
export function genderOfName(folded: string): Gender | undefined {
  return genders.get(folded);
}

/** True for a name, folded, that is a word too: written small it is no name. */
export function isOrdinaryWord(folded: string): boolean {
  return ordinary.has(folded) || commonWord(folded) || isSmallWord(folded) || folded.length < 3;
}

const noNames = new Set(
  (
    'monday tuesday wednesday thursday friday saturday sunday january february march july september october november december ' +
    'montag dienstag mittwoch donnerstag freitag samstag sonntag lundi mardi mercredi jeudi vendredi samedi dimanche ' +
    'lunes martes miercoles jueves viernes sabado domingo segunda terca quarta quinta sexta lunedi martedi mercoledi giovedi venerdi sabato domenica ' +
    'today tomorrow yesterday tonight heute morgen gestern hier demain hoy manana ayer hoje amanha ontem oggi domani ieri ' +
    'christmas easter weihnachten ostern noel navidad natal natale english german french spanish portuguese italian american british ' +
    'remember remind please thanks thank hello hey noted forget did does was were she they and but yes no also then now well'
  ).split(' '),
);

/** True for a word with a capital that may be somebody's name. */
export function maybeName(raw: string, folded: string): boolean {
  return /^\p{Lu}\p{L}+/u.test(raw) && !noNames.has(folded) && !commonWord(folded) && !isSmallWord(folded);
}
