/** The grammatical gender that a word gives a person; `x`: it says none. */
export type Gender = 'f' | 'm' | 'x';

/** What a word says somebody is to somebody: the same in every language. */
export interface Relation {
  /** One name of the relation: "sister" for "Schwester" too. */
  readonly name: string;
  readonly gender: Gender;
  /** The word speaks of several. */
  readonly several: boolean;
  /** A person has one of these, and calls them so with an article too: "the landlord". */
  readonly isRole: boolean;
  /** A person has many of these: the word alone tells nobody apart. */
  readonly many: boolean;
}

// name, gender, kind (k: kin, r: role, m: many), words of one, words of several. Words are folded: lower case, without accents.
const table: readonly (readonly [string, Gender, 'k' | 'r' | 'm', string, string])[] = [
  [
    'sister',
    'f',
    'k',
    'sister sis schwester soeur hermana irma mana sorella',
    'sisters schwestern soeurs hermanas irmas sorelle',
  ],
  [
    'brother',
    'm',
    'k',
    'brother bro bruder frere hermano irmao fratello',
    'brothers bruder frere freres hermanos irmaos fratelli',
  ],
  ['mother', 'f', 'k', 'mother mum mom mommy mummy mutter mama mutti mere maman madre mae', ''],
  ['father', 'm', 'k', 'father dad daddy vater papa vati pere padre pai babbo', ''],
  [
    'daughter',
    'f',
    'k',
    'daughter tochter fille hija filha figlia',
    'daughters tochter filles hijas filhas figlie',
  ],
  ['son', 'm', 'k', 'son sohn fils hijo filho figlio', 'sons sohne hijos filhos figli'],
  ['wife', 'f', 'k', 'wife ehefrau frau femme epouse esposa mujer mulher moglie', ''],
  ['husband', 'm', 'k', 'husband hubby ehemann mann mari epoux esposo marido marito', ''],
  [
    'partner',
    'x',
    'k',
    'partner fiance fiancee verlobte verlobter companheiro companheira compagno compagna compagne compagnon pareja',
    '',
  ],
  ['girlfriend', 'f', 'k', 'girlfriend novia namorada fidanzata ragazza copine', ''],
  ['boyfriend', 'm', 'k', 'boyfriend novio namorado fidanzato ragazzo copain', ''],
  [
    'grandmother',
    'f',
    'k',
    'grandmother grandma granny gran grossmutter oma grandmere mamie abuela avo nonna',
    'grandmothers abuelas',
  ],
  [
    'grandfather',
    'm',
    'k',
    'grandfather grandpa granddad grossvater opa grandpere papi abuelo nonno',
    'grandfathers abuelos',
  ],
  ['aunt', 'f', 'm', 'aunt auntie tante tia zia', 'aunts tanten tantes tias zie'],
  ['uncle', 'm', 'm', 'uncle onkel oncle tio zio', 'uncles oncles tios zii'],
  [
    'cousin',
    'x',
    'm',
    'cousin cousine prima primo cugina cugino kusine',
    'cousins cousines primas primos cugini cugine',
  ],
  ['niece', 'f', 'm', 'niece nichte sobrina sobrinha', 'nieces nichten sobrinas'],
  ['nephew', 'm', 'm', 'nephew neffe neveu sobrino sobrinho', 'nephews neffen sobrinos'],
  ['landlord', 'm', 'r', 'landlord vermieter proprietaire casero senhorio', ''],
  ['landlord', 'f', 'r', 'landlady vermieterin casera senhoria padrona', ''],
  ['boss', 'x', 'r', 'boss manager chef chefin patron patronne jefe jefa chefe capo capa', ''],
  ['doctor', 'x', 'r', 'doctor gp hausarzt hausarztin medecin medico medica', ''],
  ['dentist', 'x', 'r', 'dentist zahnarzt zahnarztin dentiste dentista', ''],
  ['therapist', 'x', 'r', 'therapist therapeut therapeutin therapeute terapeuta', ''],
  [
    'lawyer',
    'x',
    'r',
    'lawyer solicitor anwalt anwaltin avocat avocate abogado abogada advogado advogada avvocato avvocata',
    '',
  ],
  [
    'teacher',
    'x',
    'r',
    'teacher lehrer lehrerin professeur profe maestra maestro professora professor insegnante',
    'teachers lehrerinnen',
  ],
  [
    'neighbour',
    'x',
    'm',
    'neighbour neighbor nachbar nachbarin voisin voisine vecino vecina vizinho vizinha vicino vicina',
    'neighbours neighbors nachbarn voisins vecinos vizinhos vicini',
  ],
  [
    'colleague',
    'x',
    'm',
    'colleague coworker kollege kollegin collegue colega collega',
    'colleagues coworkers kollegen collegues colegas colleghi',
  ],
  [
    'friend',
    'x',
    'm',
    'friend buddy mate freund freundin ami amie amigo amiga amico amica',
    'friends freunde amis amigos amici',
  ],
  [
    'flatmate',
    'x',
    'm',
    'flatmate roommate mitbewohner mitbewohnerin colocataire coinquilina coinquilino',
    'flatmates roommates mitbewohner',
  ],
];

const byWord = new Map<string, Relation>();
for (const [name, gender, kind, one, more] of table) {
  const as = { name, gender, isRole: kind === 'r', many: kind === 'm' };
  for (const word of more.split(' ').filter(Boolean)) byWord.set(word, { ...as, several: true });
  // A word that is both ("Bruder") is taken as one.
  for (const word of one.split(' ')) byWord.set(word, { ...as, several: false });
}

/** The relation that a folded word names; undefined for any other word. */
export function relationOf(word: string): Relation | undefined {
  return byWord.get(word);
}

/** Words for another one or a number of them: they say that there are more, and whose nobody is. */
const others =
  'another other two three zwei andere anderen deux dos due autre otra otro outra outro altra altro';

const owners = {
  me: 'my our mine mein meine meiner meinen meinem meines unser unsere unserer unserem unseren ma mon mes notre nos mi mis nuestro nuestra nuestros nuestras minha meu minhas meus nossa nosso mia mio mie miei nostra nostro nostri nostre',
  you: 'your dein deine deiner deinen deinem ihre ta ton tes votre vos tu tus vuestra vuestro tua teu tuas teus tuo tue tuoi vostra vostro',
  third:
    'his her their seine seiner seinen seinem ihr ihrer ihren ihrem son sa ses leur leurs su sus seu sua suo sue suoi loro',
  the: 'the der die das den dem le la l el o a il lo i gli',
  some: `an some ein eine einen einem einer une un una um uma uno this that these those drei trois tres tre ${others}`,
} as const;

/** Whose the person is that a relation word names, as the word before it says. */
export type Owner = keyof typeof owners;

const ownerByWord = new Map<string, Owner>(
  (Object.keys(owners) as Owner[]).flatMap((owner) =>
    owners[owner].split(' ').map((word): [string, Owner] => [word, owner]),
  ),
);

/** Whose, by a folded word; undefined where it says nothing of that. */
export function ownerOf(word: string): Owner | undefined {
  return ownerByWord.get(word);
}

const ofMore: ReadonlySet<string> = new Set(
  `${others} second third youngest oldest eldest both zweite duas dois`.split(' '),
);

/** True for a word that says that there are more of a kind: "my other sister". */
export function tellsOfMore(word: string): boolean {
  return ofMore.has(word);
}
