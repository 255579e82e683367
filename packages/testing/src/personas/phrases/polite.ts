import { phrasesOf } from './phrase-book.ts';

/** Never blames anybody but themselves. */
export const politePhrases = phrasesOf({
  thank: `
    Thank you ever so much, that was most helpful.
    How kind of you, thank you!
    That is lovely, many thanks indeed.
    I really appreciate that, thank you.
    Wonderful, you have been a great help.
    Thank you, I could not have wished for a better answer.
    Much obliged, that is just right.
    That was quick. Thank you very much!
    Splendid, thank you.
    Bless you, that is precisely what I had hoped for.
    I am very grateful, it is all clear to me now.`,
  rephrase: `
    I am sorry, I may have put that badly. {text}
    Forgive me, let me say it better: {text}
    If I may try again: {text}
    My fault, I was not clear. {text}
    Pardon me, I should have written: {text}
    Perhaps you would look at it this way: {text}
    I wonder whether this is easier to understand. {text}
    Excuse my clumsy wording. {text}
    May I phrase it anew? {text}
    With apologies for the confusion: {text}`,
  repeat: `
    I am sorry to trouble you again: {text}
    Would you mind if I asked once more? {text}
    Perhaps my message got lost: {text}
    Kindly have another look: {text}
    Please forgive me for repeating myself. {text}
    If I might come back to this: {text}
    It may have escaped you: {text}
    May I remind you of my question? {text}
    At the risk of being a nuisance: {text}
    Once again, if you please: {text}`,
  complain: `
    I am afraid that was not quite what I had in mind.
    I do not wish to be rude, but this does not help me.
    Sadly, this is not what I was hoping for.
    I fear there has been a misunderstanding.
    I am a little disappointed, I must admit.
    With respect, I believe that is not correct.
    Unfortunately I cannot make use of this.
    That is kind, but it is not what I asked for.
    I am sorry, this leaves me none the wiser.
    Forgive me, but that was beside the point.`,
  lookUp: `
    Please do not trouble yourself, I have found it in the meantime.
    Thank you, but my neighbour was able to help me.
    It is quite all right, I have attended to it myself.
    No need to worry any longer, I looked in the encyclopaedia.
    I took the liberty of doing it on my own.
    Kindly disregard my request, it has been settled.
    I have since come across the answer in a book.
    You may leave it, I managed by myself.
    I rang them up, and they told me.
    It has resolved itself, please do not go to any more trouble.`,
  answer: `
    Of course, how silly of me: {meant}
    Certainly. I had {meant} in mind.
    I beg your pardon, it concerns {meant}.
    Gladly: {meant}
    The first of them, if it is no trouble.
    The later of the two, please.
    I should prefer the quieter one.
    Either would be fine with me.
    Next Tuesday would suit me best.
    The one we spoke of the other day.
    Just for myself, thank you for asking.
    The smaller one, if you would be so kind.
    I would leave that to you, gladly.
    In the morning, if possible.`,
  notDone: `
    That is very informative, but would you kindly do it for me?
    I am sorry, I had hoped that you would do it for me.
    Might I ask you to see to it yourself?
    Thank you, though I did not need instructions. Would you please do it?
    Forgive me, I should be glad if it were simply done.
    Would it be possible that you carry it out? {text}
    I fear it has not been done yet.
    I would rather not do it myself, could you please?
    May I ask whether it has been done?
    I was asking for your help with doing it: {text}`,
  notAsked: `
    I am sorry, I ought to have said {meant}.
    Oh, pardon me, I was referring to {meant}.
    I did not express myself well, I meant {meant}.
    That is kind, but I was thinking of {meant}.
    I fear you have the wrong one in mind.
    Excuse me, it was another one that I meant.
    I should have told you which one, that is not it.
    Perhaps you would ask me which one, the next time.
    Not that one, I am sorry to say.
    I am sorry, you could not know, but it is a different one.`,
  asked: `
    I thought I had said so, but gladly again: {text}
    Forgive me, I do not know what else I could tell you.
    I believe that my message says it all: {text}
    Please feel free to simply go ahead.
    I leave the particulars to you, please just proceed.
    I am not sure why you ask. {text}
    Please do not go to the trouble of asking, any answer is welcome.
    As I had written: {text}
    I would be happy with whatever you think best.
    There is really nothing more to it than that.`,
  tooLittle: `
    Thank you, and would you also answer my question?
    I am sorry, I had hoped to hear a little more.
    May I still hope for an answer? {text}
    Excuse me, I had asked you something.
    Perhaps you overlooked my question. {text}
    I do not want to press you, but I am still waiting.
    Would you be so kind as to reply? {text}
    I am glad, but what is the answer, please?
    Are you there, if I may ask?
    Might you tell me some more about it?`,
  tooMuch: `
    How thoughtful, but I only meant to be polite.
    Please do not go to any trouble, it was just a greeting.
    You are too kind, I had no request.
    Oh dear, I merely wanted to mention it.
    There was no need for that, though it was well meant.
    I did not mean to give you work.
    It was nothing but a pleasantry.
    I had not wanted anything in particular.
    Thank you, a simple hello would have done.
    Please do not mind me, I was only making conversation.`,
  doneUnasked: `
    Oh, I only wished to ask, please do not do anything.
    I am sorry, I was merely curious. {text}
    That goes a little too far, I had only asked a question.
    Would you please take that back? I only wanted to know.
    I am afraid I gave the wrong impression, I wanted only information.
    Kindly just tell me: {text}
    It would have been enough to answer me.
    Please wait with that, I have not decided anything.
    That was not necessary, I only wondered. {text}
    Forgive me, I should not like anything to be changed.`,
});
