import type { Topic } from './corpus.ts';

/** Three more people's lives, made up when the line of nearness stood: nothing was ever chosen by what is found on them. */
export const laterLives: Readonly<Record<'third' | 'fourth' | 'fifth', readonly Topic[]>> = {
  third: [
    {
      talk: ['The beehive lost its queen.', 'The swarm hung in the plum tree until dusk.'],
      names: ['beehive', 'queen', 'swarm'],
      probes: [
        'How much honey do we get this summer?',
        'Something stung me in the yard.',
        'Are pollinators dying out?',
      ],
    },
    {
      talk: [
        'The dentist found two cavities.',
        'The crown on the molar has to wait until the swelling is gone.',
      ],
      names: ['dentist', 'cavities', 'molar'],
      probes: [
        'My tooth aches when I drink something cold.',
        'How often should one brush and floss?',
        'My gums bleed.',
      ],
    },
    {
      talk: ['The divorce papers arrived.', 'The lawyer wants a list of everything we own together.'],
      names: ['divorce', 'lawyer', 'papers'],
      open: 'Who keeps the flat?',
      probes: [
        'My marriage is over.',
        'How do couples separate peacefully?',
        'My ex husband asks for custody.',
      ],
    },
    {
      talk: ['The sailboat needs a new mast.', 'The marina charges for every week in the dry dock.'],
      names: ['sailboat', 'mast', 'marina'],
      probes: [
        'I would love to spend a summer at sea.',
        'Is my yacht insured?',
        'The wind is perfect for a regatta.',
      ],
    },
    {
      talk: ['The novel is stuck at chapter nine.', 'The editor wants the villain to survive.'],
      names: ['novel', 'editor', 'villain'],
      probes: [
        'I suffer from block as a writer.',
        'My book lacks a better plot.',
        'Will a publisher ever print my story?',
      ],
    },
    {
      talk: ['The tax return is due on Friday.', 'The receipts of the home office are still missing.'],
      names: ['tax return', 'receipts', 'home office'],
      probes: [
        'How much do I owe the government this year?',
        'My accountant asks for invoices.',
        'What expenses can I deduct?',
      ],
    },
    {
      talk: ['The drone crashed into the church tower.', 'The gimbal of the camera is bent.'],
      names: ['drone', 'gimbal', 'church tower'],
      probes: [
        'I want to film from the air.',
        'Which remote controlled aircraft is easy to fly?',
        'My aerial photos are blurry.',
      ],
    },
    {
      talk: ['The baby has colic.', 'The midwife recommends fennel tea and carrying him upright.'],
      names: ['baby', 'colic', 'midwife'],
      probes: [
        'My newborn screams for hours.',
        'How do I soothe an infant?',
        'We are exhausted parents of a little son.',
      ],
    },
    {
      talk: ['The sauna heater tripped the breaker.', 'The electrician says the cable is too thin.'],
      names: ['sauna', 'breaker', 'electrician'],
      probes: [
        'The lights went out and the fuse is blown.',
        'How much power does our wiring stand?',
        'I want to sweat in a steam bath.',
      ],
    },
    {
      talk: ['The choir sings the requiem in November.', 'Two tenors have bronchitis.'],
      names: ['choir', 'requiem', 'tenors'],
      probes: [
        'I love performing vocal music.',
        'My voice is hoarse before the concert.',
        'Do you like Mozart?',
      ],
    },
    {
      talk: ['The passport expired last week.', 'The embassy gives appointments only in the spring.'],
      names: ['passport', 'embassy', 'appointments'],
      open: 'Is there an earlier date?',
      probes: [
        'I need a visa for my journey.',
        'The border officer did not let me in.',
        'How do I renew my identity card?',
      ],
    },
    {
      talk: ['The chickens stopped laying.', 'A fox got into the coop through the broken wire.'],
      names: ['chickens', 'fox', 'coop'],
      probes: [
        'There are no eggs for breakfast.',
        'A wild animal killed our poultry.',
        'How do I keep hens safe on the farm?',
      ],
    },
  ],
  fourth: [
    {
      talk: ['The vaccination for Kenya takes three weeks.', 'The safari guide wants our blood groups.'],
      names: ['vaccination', 'Kenya', 'safari'],
      probes: [
        'We are going to see lions and elephants in Africa.',
        'Do I need injections before a tropical holiday?',
        'Is malaria dangerous for tourists?',
      ],
    },
    {
      talk: ['The podcast episode has a buzzing noise.', 'The microphone cable picks up the fridge.'],
      names: ['podcast', 'microphone', 'fridge'],
      probes: [
        'My recording sounds awful.',
        'How do I get more listeners for my show?',
        'I want to speak on the radio.',
      ],
    },
    {
      talk: ['The roof gutter is clogged with leaves.', 'Rain runs down the wall into the cellar.'],
      names: ['gutter', 'cellar', 'leaves'],
      probes: [
        'There is water in the basement.',
        'The house is damp and mouldy.',
        'The drain is blocked again.',
      ],
    },
    {
      talk: ['The interview at the hospital went badly.', 'They wanted a nurse with a night shift licence.'],
      names: ['interview', 'hospital', 'nurse'],
      probes: [
        'I am looking for a new job.',
        'Did my application get rejected?',
        'What salary can I ask for in medicine?',
      ],
    },
    {
      talk: ['The cactus rots at the root.', 'I watered it every day in winter.'],
      names: ['cactus', 'root', 'winter'],
      probes: [
        'My houseplant is dying.',
        'How often do succulents need a drink?',
        'Which pot and soil should I buy?',
      ],
    },
    {
      talk: ['The scooter was stolen from the courtyard.', 'The police closed the case after a day.'],
      names: ['scooter', 'police', 'courtyard'],
      probes: [
        'A thief took my moped.',
        'Does insurance cover burglary?',
        'Crime in our neighbourhood gets worse.',
      ],
    },
    {
      talk: [
        'The thesis defence is on the ninth.',
        'The supervisor wants another regression in the appendix.',
      ],
      names: ['thesis', 'supervisor', 'regression'],
      open: 'Which variables belong in it?',
      probes: [
        'I will soon have my doctorate.',
        'The statistics in my research look wrong.',
        'My dissertation is not finished.',
      ],
    },
    {
      talk: ['The blind cat bumps into the chairs.', 'The vet says her eyes will not recover.'],
      names: ['cat', 'vet', 'eyes'],
      probes: [
        'My kitten cannot see.',
        'How do I make the flat safe for a disabled pet?',
        'Animals get along without sight, do they not?',
      ],
    },
    {
      talk: ['The poker night ended in a quarrel.', 'Jonas bluffed with a pair of sevens.'],
      names: ['poker', 'Jonas', 'quarrel'],
      probes: [
        'I lost money gambling with friends.',
        'Which card game should we play?',
        'My buddies had an argument and are angry.',
      ],
    },
    {
      talk: ['The solar panels deliver half of what was promised.', 'The inverter shows an error at noon.'],
      names: ['solar panels', 'inverter', 'error'],
      probes: [
        'How much electricity does sunshine produce?',
        'Our renewable energy is disappointing.',
        'The photovoltaic system is faulty.',
      ],
    },
    {
      talk: ['The climbing rope is frayed.', 'We wanted to do the north face in August.'],
      names: ['climbing', 'rope', 'north face'],
      probes: [
        'Is mountaineering dangerous?',
        'My harness and carabiner look old.',
        'We are planning to reach the summit.',
      ],
    },
    {
      talk: ['The restaurant got a fine from the hygiene inspector.', 'The cook forgot to label the fish.'],
      names: ['restaurant', 'inspector', 'cook'],
      probes: [
        'The kitchen must be cleaner.',
        'Our chef stores food badly.',
        'Guests complained about the meal.',
      ],
    },
  ],
  fifth: [
    {
      talk: ['The orchestra bus broke down near Lyon.', 'The cello case was left at the motorway station.'],
      names: ['orchestra', 'cello', 'bus'],
      probes: [
        'A musician lost an instrument.',
        'We are on tour and the coach will not start.',
        'The violinists are stranded in France.',
      ],
    },
    {
      talk: ['The ceramics kiln cracks every glaze.', 'The potter says it cools too fast.'],
      names: ['kiln', 'glaze', 'potter'],
      probes: [
        'My clay bowl broke in the oven.',
        'I am making vases and mugs by hand.',
        'At what temperature does one fire earthenware?',
      ],
    },
    {
      talk: ['The diabetes sensor falls off in the pool.', 'The pharmacy has the plasters on order.'],
      names: ['diabetes', 'sensor', 'pharmacy'],
      probes: [
        'My blood sugar is too high.',
        'Do I have to inject insulin before dinner?',
        'How does one swim with a glucose monitor?',
      ],
    },
    {
      talk: ['The crypto wallet is locked.', 'I wrote the seed phrase on a napkin.'],
      names: ['crypto wallet', 'seed phrase', 'napkin'],
      open: 'Where is the napkin?',
      probes: [
        'I forgot my password to the bitcoins.',
        'Is digital money a good investment?',
        'How do I recover access to my coins?',
      ],
    },
    {
      talk: ['The scouts camp in the forest was flooded.', 'The tents are drying in the gym.'],
      names: ['scouts', 'tents', 'forest'],
      probes: [
        'We sleep outdoors in the woods.',
        'The children got wet on their hike.',
        'Where do I buy a sleeping bag?',
      ],
    },
    {
      talk: ['The hamster escaped behind the wardrobe.', 'He chewed through the lamp cord.'],
      names: ['hamster', 'wardrobe', 'cord'],
      probes: [
        'Our rodent is missing.',
        'How do I catch a small pet in the bedroom?',
        'The cage was empty this morning.',
      ],
    },
    {
      talk: ['The referendum on the bypass failed.', 'The farmers did not want to sell their fields.'],
      names: ['referendum', 'bypass', 'farmers'],
      probes: [
        'The traffic in the village is unbearable.',
        'Should a new road be built?',
        'Citizens voted against the council.',
      ],
    },
    {
      talk: ['The wine tastes of cork.', 'The sommelier took the whole case back.'],
      names: ['wine', 'cork', 'sommelier'],
      probes: [
        'Which bottle goes well with steak?',
        'I prefer red grapes to white.',
        'Was the drink at the dinner spoiled?',
      ],
    },
    {
      talk: [
        'The migraine comes with every change of weather.',
        'The neurologist wants a diary for three months.',
      ],
      names: ['migraine', 'neurologist', 'diary'],
      probes: ['My head hurts terribly.', 'I see flashes and feel sick.', 'Which painkiller helps?'],
    },
    {
      talk: ['The goalkeeper broke his wrist.', 'The league starts without a substitute.'],
      names: ['goalkeeper', 'league', 'wrist'],
      probes: [
        'Our soccer team will lose.',
        'Who can stop the penalty shots?',
        'The coach has an injured player.',
      ],
    },
    {
      talk: ['The app was rejected from the store.', 'The reviewer could not find the privacy policy.'],
      names: ['app', 'store', 'privacy policy'],
      probes: [
        'I am programming for mobile phones.',
        'When will users be able to download our software?',
        'Developers must protect personal data.',
      ],
    },
    {
      talk: ['The aquarium is full of algae.', 'The filter stopped while we were away.'],
      names: ['aquarium', 'algae', 'filter'],
      probes: ['The goldfish look ill.', 'The water in the tank is green.', 'How do I keep tropical fish?'],
    },
  ],
};
