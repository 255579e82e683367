/** A stretch of talk, what episodic makes of it, and messages on the same that share no content word with it. */
export interface Topic {
  readonly talk: readonly string[];
  /** Concepts; the first is related to the others. */
  readonly names: readonly string[];
  readonly open?: string;
  readonly probes: readonly string[];
}

/** Two people's lives, made up for this; twelve topics each. */
export const lives: Readonly<Record<'one' | 'other', readonly Topic[]>> = {
  one: [
    {
      talk: ['My kayak leaks since the storm.', 'The hull needs resin before we go back to the lake.'],
      names: ['kayak', 'hull', 'storm'],
      probes: [
        'Is the canoe fit for paddling again?',
        'My little boat takes on water.',
        'When can we row on the river?',
      ],
    },
    {
      talk: ['The sourdough starter died.', 'I left the oven light on and the flour dried out.'],
      names: ['sourdough', 'starter', 'oven'],
      open: 'Where to get a new starter?',
      probes: [
        'I want to bake bread this weekend.',
        'My loaf did not rise.',
        'Any pastry ideas for breakfast?',
      ],
    },
    {
      talk: ['My knee hurts since the marathon.', 'The physiotherapist forbids running until May.'],
      names: ['knee', 'marathon', 'physiotherapist'],
      probes: [
        'I went jogging and my leg is sore.',
        'Do I need a doctor for my joint?',
        'Which exercise is gentle on injured legs?',
      ],
    },
    {
      talk: ['The piano recital is in March.', 'The fingering of the second sonata is still a mess.'],
      names: ['piano', 'recital', 'sonata'],
      probes: [
        'I should practise music tonight.',
        'Playing on stage makes me nervous.',
        'My keyboard teacher wants me to perform.',
      ],
    },
    {
      talk: ['The tomato seedlings have aphids.', 'Neem oil helps, but the greenhouse is too damp.'],
      names: ['seedlings', 'aphids', 'greenhouse'],
      probes: [
        'Insects are eating my vegetables.',
        'What should I plant in the garden this spring?',
        'There are bugs on the leaves.',
      ],
    },
    {
      talk: ['Our mortgage rate ends next year.', 'The bank offers a fixed contract for ten years.'],
      names: ['mortgage', 'bank', 'contract'],
      open: 'Should we sign the fixed contract?',
      probes: [
        'How much does our home loan cost?',
        'Interest is rising, should I worry about debt?',
        'I want to refinance the house.',
      ],
    },
    {
      talk: ['The telescope mirror is out of alignment.', 'I hoped to see Saturn before the eclipse.'],
      names: ['telescope', 'Saturn', 'eclipse'],
      probes: [
        'Which planets are visible in the night sky?',
        'I love looking at the stars.',
        'Is astronomy an expensive hobby?',
      ],
    },
    {
      talk: ['Our puppy chews every shoe.', 'The trainer wants us to use the crate at night.'],
      names: ['puppy', 'trainer', 'crate'],
      probes: [
        'My dog destroyed the sofa.',
        'How do you teach a pet to behave?',
        'The animal barks whenever we leave home.',
      ],
    },
    {
      talk: ['Grandma moved into the nursing home.', 'Her dementia got worse after the fall.'],
      names: ['grandma', 'dementia', 'nursing home'],
      probes: [
        'My elderly relative forgets my name.',
        'Caring for old parents is exhausting.',
        'She suffers from Alzheimer and needs care.',
      ],
    },
    {
      talk: ['The chess club meets on Tuesdays.', 'I always lose the endgame with two rooks.'],
      names: ['chess', 'endgame', 'rooks'],
      probes: [
        'How can I win against a better player on the board?',
        'My opponent took my queen and my king was trapped.',
        'Checkmate in five moves, what a match!',
      ],
    },
    {
      talk: ['The exam on thermodynamics is in June.', 'The professor said entropy will be half of it.'],
      names: ['exam', 'thermodynamics', 'entropy'],
      probes: [
        'I have to study physics for university.',
        'The test at college scares me.',
        'How do I learn formulas about heat and energy?',
      ],
    },
    {
      talk: ['The suitcase was lost in Lisbon.', 'The airline pays only with the baggage receipt.'],
      names: ['suitcase', 'Lisbon', 'airline'],
      probes: [
        'My luggage never arrived at the airport.',
        'I am packing for a flight to Portugal.',
        'Our plane was delayed and the bags are missing.',
      ],
    },
  ],
  other: [
    {
      talk: ['The bicycle chain slips on the hill.', 'The gear hub needs a mechanic before the tour.'],
      names: ['bicycle', 'chain', 'gear hub'],
      probes: [
        'My bike makes a strange noise when pedalling.',
        'I want to go cycling on Sunday.',
        'Is riding to work healthy?',
      ],
    },
    {
      talk: ['The wedding is at the vineyard.', 'The florist cannot deliver peonies in October.'],
      names: ['wedding', 'vineyard', 'florist'],
      open: 'Which flowers instead of peonies?',
      probes: [
        'My bride wants a bigger ceremony.',
        'We are getting married in the autumn.',
        'Who should carry the bouquet of roses?',
      ],
    },
    {
      talk: ['My insomnia came back.', 'The clinic suggests no screens and melatonin.'],
      names: ['insomnia', 'clinic', 'melatonin'],
      probes: [
        'I cannot sleep at night.',
        'I lie awake until three in the morning.',
        'I am always tired and yawn all day.',
      ],
    },
    {
      talk: ['The server crashed during the deployment.', 'The database migration locked the orders table.'],
      names: ['server', 'deployment', 'database'],
      probes: [
        'Our website is down again.',
        'The software release broke production.',
        'A bug in the backend code stopped the computers.',
      ],
    },
    {
      talk: ['The landlord raised the rent.', 'The tenant union says the heating defect lowers it.'],
      names: ['landlord', 'rent', 'tenant union'],
      probes: [
        'My apartment is too expensive.',
        'I am looking for a cheaper flat.',
        'The owner of the building wants more money each month.',
      ],
    },
    {
      talk: ['Our daughter starts kindergarten.', 'She cried at the gate and held on to the teacher.'],
      names: ['daughter', 'kindergarten', 'teacher'],
      probes: [
        'My child does not want to go to school.',
        'The toddler misses her mother in the mornings.',
        'How do kids get used to preschool?',
      ],
    },
    {
      talk: ['The guitar amplifier hums.', 'The band rehearses without me until it is repaired.'],
      names: ['guitar', 'amplifier', 'band'],
      probes: [
        'I wrote a new rock song.',
        'Our concert needs better sound and louder speakers.',
        'The drummer and the singer are late for practice.',
      ],
    },
    {
      talk: ['I am learning Japanese.', 'The kanji for weather and electricity look alike.'],
      names: ['Japanese', 'kanji', 'electricity'],
      probes: [
        'Foreign languages are difficult.',
        'I practise vocabulary and grammar every day.',
        'We plan a trip to Tokyo.',
      ],
    },
    {
      talk: ['The espresso machine is full of limescale.', 'The grinder clogs with oily beans.'],
      names: ['espresso machine', 'grinder', 'limescale'],
      probes: [
        'I need a strong coffee in the morning.',
        'My cappuccino tastes bitter.',
        'Which cafe makes the best latte?',
      ],
    },
    {
      talk: ['The election posters hang everywhere.', 'The mayor promises a new tram line.'],
      names: ['election', 'mayor', 'tram line'],
      probes: [
        'Who will you vote for?',
        'Politicians never keep their word.',
        'The city council wants better public transport.',
      ],
    },
    {
      talk: ['I quit smoking in January.', 'The patches make my arm itch.'],
      names: ['smoking', 'patches', 'January'],
      probes: ['I crave a cigarette.', 'Nicotine is a terrible addiction.', 'Tobacco ruins the lungs.'],
    },
    {
      talk: ['The snowboard needs new bindings.', 'The avalanche warning closed the slope.'],
      names: ['snowboard', 'avalanche', 'slope'],
      probes: [
        'We are going skiing in the Alps.',
        'Is there enough powder in the mountains this winter?',
        'The ski resort is too icy.',
      ],
    },
  ],
};
