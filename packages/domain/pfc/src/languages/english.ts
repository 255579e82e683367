import { phrases, type ThoughtTable } from './thought-table.ts';

const askable = 'why|how|what|if|where|who|when|which|whether';
const each = (start: string) => askable.split('|').map((word) => `${start} ${word}`);
const verbs = 'is|are|am|was|were|do|does|did|can|could|will|would|should|shall|has|have|had';
const persons =
  'i|you|he|she|it|we|they|this|that|there|these|those|anyone|anybody|someone|somebody|the|any|your|my|his|her|their|our|a';
const verbFirst = verbs.split('|').flatMap((verb) => persons.split('|').map((who) => `${verb} ${who}`));
const askFirst = 'what|how|why|who|where|when|which|whose|how much|how many|how long|what else|what exactly'
  .split('|')
  .flatMap((word) =>
    [...verbs.split('|'), 'to', 'about', 'happens', 'happened'].map((verb) => `${word} ${verb}`),
  );

/** English. */
export const english: ThoughtTable = {
  code: 'en',
  disagrees: phrases(
    "disagree|disagrees|disagreed|don't agree|do not agree|can't agree|cannot agree|not convinced|not sure about|not so sure about|beg to differ|i doubt|i object|untrue|not true|isn't true|nonsense|that's wrong|you're wrong|that's false|that's incorrect|you're mistaken|i beg your pardon but|on the contrary|not the case|that's a mistake|bad idea|terrible idea|stupid idea|dumb idea|i'd rather not|against that|against it|opposed to|don't see how|don't see why|don't see the point|don't see it that way|see it differently|not how it works|not how that works|not buying it|makes no sense|doesn't make sense|doesn't follow|not fair",
  ),
  opposes: ['do not', 'did not', 'would not'].flatMap((not) =>
    [
      'think',
      'believe',
      'agree',
      'buy',
      'like',
      'support',
      'want',
      'call',
      'consider',
      'say',
      'recommend',
      'trust',
    ].flatMap((verb) => [`${not} ${verb}`, `${not} really ${verb}`]),
  ),
  no: phrases('no|nope|nah|na|naw|wrong|false'),
  counters: phrases(
    'but|however|yes but|yeah but|ya but|ok but|okay but|sure but|true but|well but|right but|agreed but|on the other hand|then again|except that|i see but|fair but',
  ),
  noDenial: phrases(
    "no worries|no worry|no problem|no problems|no thanks|no thank you|no relation|no relations|no objection|no objections|no comment|no news|no changes|no need|no idea|no clue|no doubt|no one|no matter|no offense|no wonder|no way to|no more|no longer|no biggie|no rush|no pressure|don't disagree|do not disagree|can't disagree|not disagree|wouldn't disagree|not a bad|not bad|not too bad|not that bad|not so bad|not the worst|not wrong|isn't wrong|aren't wrong|not opposed to|not against|can't wait|cannot wait|can't stop|can't help|can't imagine|can't believe|can't agree more|couldn't agree more|couldn't be happier|don't worry|do not worry|don't get me wrong|don't mind|doesn't matter|don't care|not only|not just|not to mention|not gonna lie|not going to lie|not alone|don't forget|not forget|not surprised|why not|or not|if not|don't hate|don't doubt|not a problem|wouldn't hurt|not an issue",
  ),
  not: phrases('not'),
  actually: phrases('actually'),
  turns: phrases('is actually|are actually|was actually|were actually'),
  agrees: phrases(
    'agree|agreed|agrees|love|loved|great|like|liked|right|true|correct|good|nice|works|helps|helped|helpful|amazing|awesome|impressive|funny|cool|thanks|pretty|really|enjoy|enjoyed|makes sense|interesting|excited|perfect',
  ),
  unknowing: phrases(
    'not know|not _ know|not sure|not _ sure|not understand|not _ understand|not remember|not _ remember|not get|not _ get|not recall|not have a clue|not tell|not _ tell|not figure|not realize|not realise|not notice|not heard|not hear|not seen|not see',
  ),
  ownState: ['i', 'we'].flatMap((who) =>
    ['have not', 'had not', 'do not have', 'did not have', 'was not', 'were not', 'also have not'].map(
      (state) => `${who} ${state}`,
    ),
  ),
  fails:
    'work|working|load|loading|open|opening|start|starting|run|running|show|showing|install|installing|find|found|boot|booting|recognize|recognise|respond|responding|connect|connecting'
      .split('|')
      .flatMap((verb) => [`not ${verb}`, `not even ${verb}`]),
  subordinates: phrases(
    'so|because|cause|cuz|if|when|who|which|since|until|till|as|although|though|while|where|unless|whether|than|what|how|why',
  ),
  joins: phrases('but|and'),
  feelings: phrases(
    'thank|thanks|thx|love|loved|awesome|amazing|glad|happy|beautiful|hilarious|congrats|congratulations|wow|omg|sorry|hope|hopefully|miss',
  ),
  praise: phrases('great|good|nice|cool|cute|funny|best|fun|proud|interesting'),
  laughter: phrases('lol|haha|hahaha|ha ha|lmao|lmfao|rofl|hehe|hahahaha'),
  swearing: phrases(
    'fuck|fucking|fucked|fuckin|wtf|shit|bullshit|shitty|damn|hell|ass|bitch|idiot|idiots|stupid',
  ),
  asks: [...askFirst, ...verbFirst],
  leads: phrases('and|but|so|ok|okay|well|wait|hey|hi|hello|also|then|yeah|yes|no|btw|now|hmm|um|uh|sorry'),
  seeks: phrases(
    'how do i|how can i|how do we|how can we|how would i|how should i|where can i|where do i|what should i|what do i|can i|could i|should i|do i|may i|shall i|can you|could you|would you|will you|does anyone|does anybody|anyone know|anybody know|can someone|can somebody|could someone|can anyone|could anyone|has anyone|is anyone|what do you think|do you know',
  ),
  wonders: [
    ...[
      'i wonder',
      "i'm wondering",
      'i was wondering',
      'just wondering',
      'wondering',
      'not sure',
      'not really sure',
      'not know',
      'not even know',
      'not understand',
      'not get',
      'not see',
      'idk',
      'dunno',
      'no idea',
      'no clue',
      'tell me',
      'want to know',
      'like to know',
      'let me know',
      'interested to know',
    ].flatMap(each),
    ...phrases(
      'curious|curiosity|intrigued|confused|confusing|confuses|confusion|puzzled|baffled|perplexed|unsure|not sure i|not sure that|not understand|not follow|is it just me|am i the only one|want to ask|like to ask',
    ),
  ],
  basicAsks: phrases('what|how|why'),
  insights: phrases(
    'idea|ideas|what if|realized|realised|realize|realise|realizing|it occurred to me|it dawned on me|it hit me|just struck me|just figured out|turns out|eureka|now i see|now i get it',
  ),
  noInsight: phrases(
    "no idea|no ideas|any idea|any ideas|not realize|not realise|not realized|not realised|n't have an idea|not have any idea|not have an idea|not the faintest idea|do you realize|you realize|you realise|to realize",
  ),
  connections: phrases(
    'connection|connections|relates to|relate to|relating to|related to|connects to|connected to|connects with|ties into|ties in with|tied to|linked to|links to|reminds me of|similar to what|same as what|goes back to|builds on',
  ),
};
