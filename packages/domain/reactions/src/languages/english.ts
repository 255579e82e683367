import { phrases, type ReactionTable } from './reaction-table.ts';

/** English. */
export const english: ReactionTable = {
  code: 'en',
  thanks: phrases(
    'thanks|thank you|thank u|thankyou|thx|thanx|thnx|tnx|ty|tyvm|many thanks|much appreciated|i appreciate it|i appreciate that|i appreciate your help|appreciate it|cheers|much obliged|you have been very helpful|you have been a great help|you were very helpful|you are a lifesaver|you saved my day',
  ),
  thanksForNothing: phrases(
    "no thanks|no thank you|no thx|nope thanks|nah thanks|thanks in advance|thank you in advance|thanks in anticipation|thanks anyway|thanks anyways|thank you anyway|thanks anyhow|thanks for trying|thanks for your time|thanks for nothing|thanks a bunch for|thanks for wasting|wasted|thank god|thank goodness|thanks for the offer|thank you for the offer|thanks for asking|thank you for asking|thanks to|would be appreciated|i'd appreciate|i would appreciate|would appreciate|say thanks|say thank you|thank them|thank him|thank her|thank you note|thank you letter|thank you card|thanks but no",
  ),
  content: phrases(
    'perfect|excellent|exactly|spot on|that helps|that helps a lot|that helped|that is helpful|very helpful|so helpful|that is it|that was it|well done|good job|great job|nice job|good work|great work|that is perfect|that is excellent|that is what i needed|that is what i wanted|exactly what i needed|exactly what i wanted|just what i needed|that is all i needed|that is all i need|that is everything i needed|that is all the information i need|all set|great answer',
  ),
  beside: phrases(
    "ok|okay|oh|ah|aha|so|very|much|a lot|again|all|for that|for it|for this|for the help|for your help|for helping|for helping me|for the info|for the information|for the tip|for the link|for the quick answer|for everything|for all your help|for your assistance|you|that|it|is|s|great|good|nice|cool|wow|yes|yeah|yep|alright|all right|well|and|really|man|mate|dude|guys|everyone|everybody|sir|madam|dear|then|now|fine|got it|i see|understood|bye|goodbye|have a nice day|have a great day|have a good day|have a good one|that's all|that is all|that will be all|that'll be all|nothing else|i'm good|i am good|i'm all set|i think that is all|that is all i will need|that is all i'll need|that is all i need|i needed|i need|for now|for today|no that's all|no that is all|that's it|i was looking for|the help|the information|amazing|super|sweet|you're the best|you are the best|awesome|wonderful|brilliant|fantastic|lovely|love it|that is awesome|that is fantastic|that is wonderful|that is great|good to know|makes sense|that is everything|that's everything|that was all|everything|that is what i needed|i'm done|i am done|no more",
  ),
  works: phrases(
    'that worked|it worked|works now|it works now|that works now|works like a charm|that did it|that did the trick|that fixed it|that solved it|this fixed it|this worked|problem solved|it is fixed now|that was exactly it|it is working now|it works|works|works great|works perfectly|works fine|solved|fixed|sorted',
  ),
  fails: phrases(
    "but|still|however|not|don't|doesn't|didn't|isn't|wasn't|can't|cannot|won't|couldn't|never|nothing|wrong|error|failed|fails|unfortunately|except|although|though|instead|nope|useless|already|tried|anyway|anyways|again the same|same problem|no luck|no use|yeah right|sarcasm|not helpful",
  ),
  yes: phrases(
    'yes|yep|yeah|yup|sure|of course|absolutely|definitely|certainly|ok|okay|please do|yes please|alright|please|great|perfect|wonderful|excellent|lovely|awesome|fantastic',
  ),
  no: phrases('no|nope|nah|not now|not yet|not really|maybe later|not at this time'),
  takes: phrases(
    "sounds good|sounds great|sounds perfect|sounds lovely|sounds wonderful|sounds like a plan|sounds excellent|sounds fine|that works|that works for me|that would work|works for me|that would be great|that would be perfect|that would be lovely|that would be fine|that would be good|that will be fine|that will be perfect|that'll work|that will work|that'll do|that will do|i'll take it|i'll take that|i will take it|i'll take the|i will take the|let's go with|let us go with|i'll go with|i will go with|go ahead|go for it|please do|book it|let's book|let's do that|let's do it|do that please|that one please|i'd like that|i would like that|that's fine|that is fine|let's try that",
  ),
  tries: phrases(
    "i'll try that|i will try that|i'll try it|i will try it|i'll try this|i will try this|i'll try|i will try|i'll give it a try|i'll give that a try|i'll give it a shot|i'll give that a shot|i'll give it a go|i'll have a go|let me try|gonna try that|trying that now|trying it now|i'll check it out|i will check it out|i'll check that out|i'll look into that|i'll look into it|i'll do that|i will do that|will do|i'll read that|i'll have a look",
  ),
  offers: phrases(
    "would you like me to|do you want me to|want me to|shall i|should i|shall we|need me to|like for me to|would you like to book|would you like to make|would you like to reserve|would you like to go with|would you like a reservation|would you like a booking|would you like tickets|would you like a ticket|would you like directions|would you like the|would you like its|would you like their|would you like that|would you like this|would you like it|would you like more|would you like details|would you like some|would you like this one|would that work|does that work|will that work|would this work|does that sound|does this sound|sound good|how about|would that be|is that ok|is that okay|is that alright|is this ok|is this okay|will that be|is that good|can i book|may i book|i can book|i could book|i recommend|i suggest|i would recommend|i would suggest|i'd recommend|i'd suggest|can i reserve|interested in|do you need the|do you want the|do you need directions|do you need a",
  ),
  foundNone: phrases(
    "sorry|apologize|apologise|apologies|unfortunately|afraid|no results|couldn't find|could not find|can't find|cannot find|not able to find|unable to find|was unable|don't have|do not have|there are no|there is no|there aren't|there isn't|not available|unavailable|fully booked|unsuccessful|not successful|no matches",
  ),
  asksWhich: phrases(
    'how about you|what about you|different|another|other|else|which|what|instead|any particular|any specific|preference|prefer',
  ),
  meant: phrases(
    "i meant|i actually meant|what i meant|i was talking about|i am talking about|i'm talking about|i was referring to|i'm referring to|i was asking about|i was asking for|i am asking about|i'm asking about|no i mean|no not _ i mean|nope i mean|no no i mean|not that one|no the other one|no the other|the other one i",
  ),
  ownSlip: phrases(
    'sorry|my bad|my mistake|my fault|typo|oops|whoops|i meant to say|i meant to ask|i meant to write|i meant to type|i meant to add|i forgot|i wrote|i typed|i misspoke|i misread|i changed my mind|on second thought|correction|did i say|i should have said|rather|apologies|pardon|sry|soz',
  ),
  misunderstood: phrases(
    "you misunderstood|you misunderstand|you have misunderstood|you've misunderstood|you got me wrong|you understood me wrong|that's not what i meant|that is not what i meant|not what i meant|that's not what i asked|that is not what i asked|not what i asked|not what i was asking|that's not what i said|that is not what i said|not what i wanted|that's not what i want|wasn't what i asked|wasn't what i meant|isn't what i asked|isn't what i meant|i didn't mean|i did not mean|you're missing the point|you missed the point|that wasn't my question|that's not my question|that is not my question|wrong one|i didn't ask about|i did not ask about|i never asked about",
  ),
  shouldAsk: phrases(
    "should have asked|should've asked|could have asked|why didn't you ask|why did you not ask|ask me first|ask first|ask me before|ask before|asked me first|don't just assume|do not assume|don't assume|you just assumed|you guessed|don't guess|stop guessing|you didn't even ask",
  ),
  toldAlready: phrases(
    "i already told you|i told you|i've told you|i have told you|i've already told you|i've already said|i already said|i already mentioned|i've already mentioned|already gave you|i just told|i just said|as i said|like i said|as i already|as i mentioned|like i already|you already know|you know that already|you already have that|you already have it|you already asked|you asked me that|you keep asking|stop asking|don't ask|too many questions|why do you ask|why are you asking|why do you need to ask|what did i just say|it's in my message|read my message|read what i wrote|i said that|isn't that obvious|it's obvious|that's obvious|i was clear|i thought i was clear",
  ),
  unanswered: phrases(
    "anyone|anybody|hello|are you there|you there|anyone there|anybody there|is anyone there|is anybody there|nobody|no one|no answer|no reply|no response|you didn't answer|you did not answer|you haven't answered|you never answered|didn't get an answer|did not get an answer|still waiting|i'm waiting|i am waiting|please answer|answer me|answer please|did you see my|did you get my|did you read my|are you ignoring|you're ignoring|you are ignoring|don't ignore|stop ignoring|why don't you answer|why aren't you answering|why no answer|can you hear me|any answer|any ideas|any idea|any help|some help|ping|you just going to|talk to me|well|so|i asked you a question|i asked a question|that was a question|can anyone help|can anybody help|can someone help|can somebody help|can anyone help me|can anybody help me|can someone help me|can somebody help me|could anyone help me|could someone help me|someone help me|somebody help me|please help|please help me|help me please|help please",
  ),
  justDo: phrases(
    "just do it|so do it|then do it|do it then|do it already|do it for me|please do it|do it yourself|i asked you to|i told you to|i want you to do|i wanted you to|i need you to actually|i need you to do|don't tell me how|do not tell me how|i don't need instructions|i didn't ask how|i did not ask how|don't explain|stop explaining|stop talking and|less talk|can't you do it|can't you just do|can you not do it|can you just do|why don't you do it|why didn't you do|did you do it|did you actually do|you didn't do it|you did not do it|you haven't done|you didn't actually|actually do it|you should have done|i want it done",
  ),
  onlyAsked: phrases(
    "i only asked|i was only asking|i was just asking|i just asked|i'm just asking|just asking|it was just a question|it was only a question|just a question|only a question|i only wanted to know|i just wanted to know|i just wanted an answer|i only wanted an answer|i just want to know|i only want to know|just answer|just tell me|i was just curious|i was just wondering|i didn't want you to do|i did not want you to do",
  ),
  onlySaid: phrases(
    "i was just saying|i was only saying|i'm just saying|just saying|i was just telling you|just telling you|just letting you know|i was just letting you know|just wanted to let you know|just wanted you to know|just fyi|it was just an fyi|for your information only|no need to answer|no need to reply|no need to respond|you don't need to answer|you don't have to answer|you didn't have to answer|no answer needed|no reply needed|i was just thinking out loud|just thinking out loud|thinking aloud|i wasn't asking|i was not asking|that wasn't a question|that was not a question|it wasn't a question|just sharing|no action needed|you don't need to do anything|nothing to do about it",
  ),
  notYou: phrases(
    "i wasn't talking to you|i was not talking to you|wasn't talking to you|not talking to you|i'm not talking to you|i am not talking to you|i was talking to _ not you|that wasn't for you|that was not for you|wasn't meant for you|not meant for you|that wasn't meant for you|wrong chat|wrong window|wrong channel|wrong thread|nobody asked you|no one asked you|i wasn't asking you|stay out of this|keep out of this|mind your own business|you be quiet|shut up|should have stayed quiet|should have kept quiet|should have been quiet|stop butting in",
  ),
  unasked: phrases(
    "i didn't ask you to|i did not ask you to|i never asked you to|nobody asked you to|no one asked you to|i didn't tell you to|i did not tell you to|i never told you to|i didn't want you to|i did not want you to|i didn't say you should|who told you to|you weren't supposed to|you were not supposed to|you shouldn't have done|you should not have done|i didn't order|i did not order",
  ),
  foundAlone: phrases(
    "i found it|found it myself|i found out myself|found out myself|found the answer myself|found the answer|i figured it out|figured it out|figured it out myself|i worked it out|worked it out myself|got it working|i got it working|got it to work|i solved it|solved it|solved it myself|i fixed it|fixed it|fixed it myself|fixed it on my own|did it myself|i did it myself|i'll do it myself|i will do it myself|i'll just do it myself|googled it|i googled|i looked it up|looked it up myself|looked it up|i'll look it up|i will look it up|i'll google it|i'll just google|i'll find it myself|i'll figure it out|i'll ask someone else|i'll ask somebody else|never mind i|nevermind i|nvm i|never mind found|nvm found|nevermind found",
  ),
};
