import { phrasesOf } from './phrase-book.ts';

/** Says what there is to say, in whole sentences. */
export const evenPhrases = phrasesOf({
  thank: `
    Thanks, that is what I needed.
    Great, thank you.
    Perfect, that answers it.
    Thanks a lot!
    That helps, thanks.
    Very good, that's exactly it.
    Wonderful, thank you for that.
    Ah, now I get it. Thanks.
    Good, that will do.
    Nice work, thanks.
    Thank you, all clear now.`,
  rephrase: `
    Let me put it another way: {text}
    In other words: {text}
    Maybe this is clearer: {text}
    I will try again. {text}
    Asked differently: {text}
    Perhaps I was unclear. {text}
    To say it more simply: {text}
    So once more, in different words. {text}
    {text} That is what I am after.
    What I am trying to say is this: {text}`,
  repeat: `
    Again: {text}
    Once more: {text}
    {text} (asking again)
    As I wrote: {text}
    I ask again. {text}
    My message was: {text}
    Second try: {text}
    {text} Did you see that?
    I'll repeat it. {text}
    Same as before: {text}`,
  complain: `
    That was not helpful.
    This is not what I was looking for.
    That does not answer my question.
    Hm, that is wrong.
    I can do nothing with that answer.
    You misunderstood me.
    That misses the point.
    I expected something else.
    This is not good enough.
    We are talking past each other.`,
  lookUp: `
    Never mind, I found it myself.
    No need any more, I looked it up.
    It's done, I took care of it.
    I searched for it on the web in the meantime.
    I sorted it out on my own.
    Leave it, my colleague told me.
    Found the answer elsewhere.
    Don't bother, I just did it by hand.
    I checked it in the manual instead.
    OK, I have solved it without you.`,
  answer: `
    I mean {meant}.
    It is about {meant}.
    That would be: {meant}
    Sure: {meant}
    The first one, please.
    The one from this week.
    Both of them.
    For tomorrow, at ten if possible.
    The usual one.
    Whichever is closest to home.
    Only the newest one.
    Mine, not the office's.
    The cheaper one will do.
    By mail, please.`,
  notDone: `
    I wanted you to do it, not to tell me about it.
    I did not ask how, I asked you to do it.
    But have you done it now?
    Please do it, I do not need an explanation.
    That was a request. {text}
    I meant that you should take care of it.
    You told me a lot, but nothing has happened.
    Could you actually do that for me?
    It is still not done.
    Don't describe it, just carry it out, please.`,
  notAsked: `
    No, I meant {meant}.
    Sorry, I was talking about {meant}.
    Not that. It is {meant}.
    You took the wrong one. I meant {meant}.
    No, that is not the one I meant.
    I meant a different one.
    You could have asked me which one.
    That is the wrong one, you guessed.
    I was thinking of something else than you.
    You don't know yet which one I mean.`,
  asked: `
    I have told you everything already. {text}
    There is nothing to ask about, it is all in my message.
    You need not ask, just answer.
    That was clear enough, I think.
    It is as I said: {text}
    You know all you need, go ahead.
    Why do you ask? {text}
    Any answer will do, please go on.
    No further details, just do what I said.
    I can't say it any more clearly than that.`,
  tooLittle: `
    And what about my question?
    I asked you something.
    You have not answered me. {text}
    Are you still there? {text}
    I was waiting for an answer.
    That was a real question. {text}
    OK, but what is the answer?
    And? {text}
    That can't be all.
    You only said OK. {text}`,
  tooMuch: `
    I was only being friendly.
    That was just a remark.
    There is nothing to do, I was only telling you.
    No need for all that, I only wanted to say it.
    I did not ask anything.
    Oh, nothing. I was just saying.
    You need not answer that at such length.
    I want nothing right now.
    It wasn't a request.
    That was not a question.`,
  doneUnasked: `
    I only wanted to know, you should not have done anything.
    Please don't do things, I just asked a question.
    It was only a question. {text}
    You did something that I did not ask for.
    I wanted an answer, not an action.
    Wait, don't start anything. {text}
    Just tell me, please. {text}
    Please undo that, I was merely asking.
    No, no, I only want to understand it.
    Nothing needs to be done. I wanted to hear what you know.`,
});
