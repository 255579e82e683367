import { phrasesOf } from './phrase-book.ts';

/** Says it to one's face. */
export const bluntPhrases = phrasesOf({
  thank: `
    Finally. Thanks.
    See, that wasn't so hard.
    Well done for once.
    OK, good.
    Right, that's it.
    Now we're talking.
    Good job.
    About time, thanks.
    Fine. That works.
    Yes! Exactly that.
    Not bad, thank you.`,
  rephrase: `
    OK, for dummies: {text}
    Let me spell it out: {text}
    Read carefully this time: {text}
    Think: {text}
    How about this: {text}
    I'll dumb it down. {text}
    Fine, other words. {text}
    Listen: {text}
    {text} Is that plain enough?
    What I want to know is simple. {text}`,
  repeat: `
    I said: {text}
    {text} How often do I have to say it?
    For the second time: {text}
    Once again since you ignored it: {text}
    HELLO. {text}
    Do I talk to a wall? {text}
    One more time, slowly. {text}
    {text} Read it.
    Same question, still: {text}
    I am not going to say this a third time. {text}`,
  complain: `
    What a load of rubbish.
    Wrong. Just wrong.
    Are you kidding me?
    Do you even read what I write?
    You are no help at all.
    This is nonsense.
    Terrible answer.
    You never get it right.
    Seriously? That's garbage.
    I'm getting fed up with this.
    Wow, that's stupid.`,
  lookUp: `
    Forget it, I'll do it myself.
    Too slow, Google knew it.
    Whatever. I found it without you.
    Never mind, I asked someone who knows.
    I did it on my own, as usual.
    Skip it. A search took me five seconds.
    Don't bother any more. It's done, no thanks to you.
    I had to look it up in the end.
    Got it from Wikipedia now.
    Drop it. My brother fixed it.`,
  answer: `
    {meant}, what else?
    Obviously {meant}.
    Come on: {meant}
    {meant}. Now go.
    The first one, obviously.
    Both, of course.
    The red one, I don't care.
    Tomorrow. When else?
    The one I always take.
    The biggest you have.
    Mine! Whose do you think?
    All of it.
    Any. Just pick one.
    Now, not next year.`,
  notDone: `
    I don't want a lecture, I want it done.
    Did I ask how it works? Do it.
    Blah blah. Have you done it or not?
    Nice speech. Now do it.
    You're supposed to do it, not to talk about it.
    Less talk, more work. {text}
    And who does it now, me?
    It was an order, not a discussion.
    So nothing got done. Great.
    I can read instructions myself, do the thing. {text}`,
  notAsked: `
    Not that, damn it. I mean {meant}.
    Wrong guess! {meant}, of course.
    What are you doing? It's {meant}.
    No! {meant}.
    Who told you to take that one?
    That's the wrong one, genius.
    Ask before you guess.
    How do you know which one? You don't.
    Don't assume things, ask me.
    No no no, the other one.`,
  asked: `
    Stop asking questions and get on with it.
    What is there to ask? {text}
    Can't you just answer?
    Don't play dumb. {text}
    It's not that hard: {text}
    I just told you!
    No more questions, just the answer.
    You always ask instead of doing something.
    Use your head and go on.
    Any child would understand that. {text}`,
  tooLittle: `
    Great, and the answer?
    "OK" is not an answer.
    Hello? Anybody home?
    Are you asleep? {text}
    Is that all you have to say?
    I asked you a question, so answer it.
    Don't just nod. {text}
    And now? {text}
    You ignored me. {text}
    Come on, I'm waiting.`,
  tooMuch: `
    Calm down, I only said hi.
    Whoa, nobody asked for that.
    I wasn't asking you anything.
    Spare me the essay, it was a remark.
    Way too much, I was just talking.
    Do you have to comment on everything?
    That was no order. Relax.
    Not everything is a task for you.
    Just shut up and nod, would you.
    Nobody wants you to do anything.`,
  doneUnasked: `
    Who told you to do that? I asked a question.
    Hands off! I only wanted to know.
    Stop doing things, tell me.
    Undo that right now, I only asked.
    Asking isn't ordering. {text}
    I want information, not your activity.
    Did I say do it? No.
    Don't touch anything, just answer. {text}
    Why on earth did you do that?
    A simple answer would have been enough.`,
});
