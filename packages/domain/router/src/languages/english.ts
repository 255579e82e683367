import { type LanguageTable, phrases, words } from './language-table.ts';

/** English. */
export const english: LanguageTable = {
  code: 'en',
  greetings: phrases(
    "hi|hii|hi there|hello|helo|hello there|hey|hey there|hai|howdy|greetings|good morning|goodmorning|good afternoon|good evening|good day|morning|what's up|nice to meet you",
  ),
  farewells: phrases(
    "bye|byee|bye bye|goodbye|good bye|good night|goodnight|peace out|see you|see ya|see you later|later gator|talk to you later|take care|farewell|have a nice|have a good|have a great|until next time|that's all|that is all|that will be all|never mind|nevermind|forget it|don't bother|it was nice talking|it was good talking|nice talking to you|it was good to talk|it was nice to talk|i have to go|i've got to go|gotta go|nothing else",
  ),
  thanks: phrases(
    'thanks|thank you|thank u|thankyou|thank yu|thnx|tks|thx|ty|many thanks|much appreciated|i appreciate|cheers|much obliged',
  ),
  praise: phrases(
    'ok|okay|alright|all right|got it|i see|understood|good|great|great job|great work|great answer|nice work|nice one|nice job|perfect|excellent|awesome|amazing|wonderful|brilliant|fantastic|nice|good job|good work|good answer|well done|that helps|that helped|exactly|correct|very good|very helpful|love it|sounds good|that works|cool|lovely|you are right|you re right|spot on',
  ),
  corrections: phrases(
    "that's wrong|that is wrong|that's not right|that is not right|that's not correct|that is not correct|that's incorrect|that is incorrect|wrong|incorrect|not what i|that's not what i|that is not what i|i meant|i did not mean|i didn't mean|no i meant|you misunderstood|you are wrong|you're wrong|you got it wrong|you got that wrong|no that's|no that is|no not that|nope|this is wrong|bad answer|that did not help|that didn't help|that does not help|not helpful|actually no|i said|try again",
  ),
  fillers: words(
    'ok okay okey oh ah um uh well so and but also then now please pls plz just alright yes yeah yep yup sure right sir madam dear hey no actually',
  ),
  interrogatives: phrases(
    "what|what's|whats|who|who's|whose|whom|which|why|how|how's|hows|where|where's|wheres|when is|when's|when are|when was|when were|when do|when does|when did|when will|when would|when should|when can|when could|when has|in which|in what|at what|for how|to what|on what|of what|from where|how come|is|isn't|are|aren't|does|doesn't|did|didn't|was|were|am i|should|has|any idea|any chance|do you know|can i|could i|may i|might i|shall we|shall i",
  ),
  notInterrogatives: phrases('what a|what an|how nice|how lovely|how cool|how sweet|how sad|is that so'),
  auxiliaries: words('do don have had can could will would shall may might must isn aren wasn'),
  subjects: words(
    'i we they he she it the this that these those there my our your his her their any all anyone someone people a an t you',
  ),
  politeRequests: phrases(
    "can you|could you|kindly|would you|will you|can u|could u|can we|could we|please|would you mind|i'd like you to|i would like you to|i want you to|i need you to|i need to|i want to|i'd like to|i would like to|i like to|i wish to|i wanna|i'd love to|i would love to|help me|help me to|let's|let us|i am trying to|i'm trying to|we need to|you need to|go ahead and|is it possible to|is there a way to|i'd like for you to|make sure to|you should",
  ),
  needs: phrases(
    "i need|i want|i just need|i just want|help with|need help|i wants|i would like|i'd like|i'm looking for|i am looking for|looking for|i require|i am interested in|i'm interested in|we need|we want|need|want|i need help|i really need|i really want|i also need|i also want",
  ),
  problems: phrases(
    "not working|isn't working|doesn't work|does not work|don't work|stopped working|is broken|won't start|won't open|not open|not opening|error|an issue|a problem|some problem|some issue|having trouble|have trouble|crashes|crashed|lost my|lost a|was lost|is lost|was stolen|is stolen|got stolen|is missing|went missing|fraud|fraudulent|was declined|got declined|was rejected|is damaged|was damaged|can't find|cannot find|can't access|couldn't access|unable to|not able to|freezing|frozen|keeps failing|failed",
  ),
  actVerbs: words(
    'erase wipe undo bring signup add apply arrange block book buy call cancel change charge check clean clear close connect contact copy create cut decrease delete deploy dial disable download drop edit email enable file fix forward freeze get increase install invite lock lower make message move mute notify open order park pause pay place play post print process purchase put raise read reboot record refund register remind remove rename replace report request reschedule reserve reset resume restart run save schedule search send set setup share shut sign sort start stop submit subscribe switch text track transfer trigger turn unlock unmute update upgrade upload wake write find locate begin call confirm put dim ping ring sync renew return swap adjust modify initiate activate deactivate launch ship deliver reply approve reject assign archive attach browse commit merge fetch import export sell navigate mail kill',
  ).concat(
    phrases(
      'set up|do it|do that|do this|go ahead|wake me|forget everything|forget all|forget anything|forget what|forget about|forget that|forget this|forget my',
    ),
  ),
  answerVerbs: phrases(
    'tell me|tell|explain|describe|show me|give me|list|name|define|translate|say|know|find out|see|understand|learn|summarize|summarise|compare|calculate|convert|recommend|suggest|clarify|teach me|let me know|hear|figure out|view|elaborate|discuss|help me understand|walk me through|ask|spell|wondering|wonder|information|info|instructions|details|advice|directions|an answer|an explanation',
  ),
  references: phrases(
    'you said|you told|you mentioned|you remember|do you remember|remember when|remember what|last time|we discussed|we talked|we spoke|as i said|like i said|i told you|i mentioned|i said earlier|earlier you|you were saying|as before|the other day|you suggested|you recommended|what was that|did i tell|did i say|did i mention|have i told|what did i',
  ),
  remember: phrases(
    "remember that|remember this|remember i|remember my|remember the|please remember|keep in mind|don't forget|do not forget|note that|make a note|take note|note this|for future reference|for the record|bear in mind|memorize|memorise|remember|keep that in mind|keep it in mind|keep this in mind|bear that in mind|bear it in mind|keep a note|make a note of",
  ),
  keptThings: phrases(
    'list|lists|to do list|to do lists|todo list|todo lists|to dos|todo|todos|reminder|reminders|focus',
  ),
  keptBefore: phrases(
    'my|our|do i have|do i have a|do i have an|do i have any|do i have some|do we have any|have i|have i got|have i got a|have i got any|have i set|have i set a|have i set any|did i set|did i set a|did i set any',
  ),
  keptAfter: phrases(
    "do i have|do i still have|do we have|have i|i have|i've got|did i set|did i make|are there|are set|are due|are open|are left|are pending",
  ),
  keptWhole: phrases(
    "are there any reminders|are there reminders|is there a reminder|any reminders|the shopping list|the grocery list|the groceries list|the to do list|the todo list|the packing list|my autobiography|my biography|my life story|am i focusing on|am i focussing on|am i focused on|are we focusing on|are we focussing on|are we focused on|your decision|your decisions|your last decision|your last decisions|your latest decision|your latest decisions|your previous decision|your previous decisions|your recent decisions|why did you answer|why did you reply|why did you respond|why did you say|why did you ask|why did you choose|why did you decide|why did you ignore|why did you do that|why did you do this|why did you do it|why didn't you answer|why didn't you reply|why didn't you respond|what did you just do|what have you been doing|what have you been up to|remind you of|do you associate with|what comes to mind when|what's connected with|what's connected to|what is connected with|what is connected to|what is linked with|what is linked to|what is associated with|have you learned about me|have you learned about us|have you learnt about me|have you learnt about us|have you written about me|you have learned about me|you've learned about me|tell me who we are|who we are to each other|who are we to each other",
  ),
  anaphora: words('it that this those these them they he she him her one ones there same such former latter'),
  secondPerson: words('you your yours yourself u ya'),
  everyone: phrases(
    'anyone|anybody|someone|somebody|everyone|everybody|guys|folks|people|all of you|hi all|hello all|hey all',
  ),
  declaratives: words(
    'i my we our he she they his her their it is are was were am has have had m ve re s there will lives likes',
  ),
  stopWords: words(
    'a an the and or but if then else so because as of at by for with about against between into through during before after to from in out on off over under again further once here there all any both each few more most other some such no nor not only own same than too very s t can will just don should now d ll m o re ve y i me my myself we our ours ourselves you your yours yourself he him his she her hers it its they them their theirs what which who whom this that these those am is are was were be been being have has had having do does did doing would could may might must shall how why where when also please tell me let know want need like get got make go one ones thing things something anything mean way really much many lot still yet even ever maybe perhaps okay ok yes yeah no up down us else back well wanna gonna sure said say says',
  ),
};
