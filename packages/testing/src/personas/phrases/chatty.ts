import { phrasesOf } from './phrase-book.ts';

/** Talks a lot, with exclamation marks, and of other things too. */
export const chattyPhrases = phrasesOf({
  thank: `
    Oh wow, thank you!! You just saved my afternoon.
    Haha brilliant, that's it!
    Yay, thanks so much, my mum will be happy :)
    Awesome, love it!
    Ooh that was easy, thank you!
    You are the best, really!
    Super, then I can finally go for lunch, thanks!
    That's so cool, thank you!!
    Ahh okay, I see, thanks a million!
    Amazing, I have been wondering about that all day!
    Sweet! Big thanks from both of us!`,
  rephrase: `
    Hmm how do I say this... {text}
    Haha okay that came out wrong: {text}
    Wait, wait, I mean it like this: {text}
    You know, what I'd love to know is this: {text}
    Sorry, I am all over the place today! {text}
    So my sister says I am unclear, so: {text}
    OK so imagine I asked you this: {text}
    Let's start over, shall we? {text}
    Oh no, I worded that so weirdly. {text}
    Right, coffee first, and now properly: {text}`,
  repeat: `
    Heyyy, I asked you this: {text}
    Did you miss my message? {text}
    Me again with the same thing, haha: {text}
    I still want to know! {text}
    So, back to the thing from before: {text}
    Tap tap, is this on? {text}
    Okay but seriously now: {text}
    Pretty please? {text}
    I'm not letting you off the hook: {text}
    Copying it here again: {text}`,
  complain: `
    Ehm, no, that makes no sense to me at all!
    Oh come on, that's so not what I wanted :(
    Noooo, that's all wrong!
    Hmm I am confused now, this doesn't fit at all.
    Aww, that's a pity, I can't use this.
    I think you lost me there completely!
    Okay, that was weird, what are you even talking about?
    That's a strange thing to come up with, honestly.
    You usually do better than this!
    Oh dear, we two are not on the same page today.`,
  lookUp: `
    Haha never mind, my roommate knew it!
    Oh it's okay, I just googled it on the tram!
    Guess what, I did it by myself and it worked!
    No worries, I found a video that explains it!
    Forget what I said, I found it under the sofa of the internet, so to speak.
    All good now, I asked in my group chat!
    I couldn't wait, so I just did it, haha.
    Ah, it was on the fridge door the whole time, found it!
    You can relax, I read it up in my old school book!
    My daughter did it for me, kids these days!`,
  answer: `
    Ohh right, I mean {meant}!
    Haha yes, how should you know! {meant}
    Good question! So it's {meant}.
    Silly me, {meant} of course!
    The first one I think, or no, yes, the first!
    Let's take the blue one, it goes with my shoes!
    The one for my birthday, you know!
    Umm, both? Yes, both!
    Saturday would be great since I am off then!
    Just the two of us, the kids stay with grandma!
    The one with the garden, obviously my favourite!
    Anything but the early one, I am no morning person!
    Hmm, surprise me!
    The one next to the bakery!`,
  notDone: `
    That's all super interesting but can you do it for me?
    Haha no, I'm too lazy for that, you do it!
    Ooh so many words! But did you do it?
    I was kind of hoping you would do it, you know!
    Sooo... is it done now or do I have to?
    No no, I don't want to learn it, I want it off my plate!
    Okay but please please just do it!
    I thought you'd take care of that for me? {text}
    So nothing has happened yet, right? Can you get going?
    You're sweet to explain it, but please make it happen: {text}`,
  notAsked: `
    Oh nooo, I was talking about {meant}!
    Haha wrong one, I mean {meant}!
    Wait, no, {meant}, not that!
    Oops, I never told you: {meant}!
    Haha, where did you get that from? That's a totally different one!
    Nope, wrong guess, try again!
    You can't know which one I mean, silly, ask me!
    Hm, that's not the one, you know.
    Oh, you took the wrong one, what a pity!
    Why that one? I meant the one I told my mum about!`,
  asked: `
    Haha what do you mean, which? {text}
    Oh, I just told you, didn't I?
    You and your questions! Just tell me!
    I have no idea, just go for it!
    Isn't that obvious? {text}
    Aw, don't make me think, just do your thing!
    Umm, it's all in there, look: {text}
    So many questions, haha, I want answers!
    I don't really care about the details, just go ahead!
    Hihi, that's what I asked you!`,
  tooLittle: `
    Okay... and? I'm all ears!
    Haha, that's it? Tell me more!
    Um hello, my question? {text}
    Don't leave me hanging!!
    Okay is okay, but what's the answer now?
    You forgot to answer me, silly!
    Is somebody there or am I talking to myself? {text}
    And then? I asked you something, remember?
    I'd love an actual answer! {text}
    Hm, a thumbs up doesn't help me much here!`,
  tooMuch: `
    Hahaha I was just saying hello!
    Oh no no, I don't need anything, just chatting!
    Wow, that's a whole novel! I only wanted to share it!
    Haha, you take me too seriously, that was small talk!
    You don't have to do anything, I'm just happy!
    Just thinking out loud, don't mind me!
    Hihi, no, I had no question, all good!
    You're cute, but I only wanted to tell somebody!
    Oh stop, it was only a quick hi!
    Too much information, I only said what's going on here!`,
  doneUnasked: `
    Oh no, wait, I only wanted to know!!
    Haha hold your horses, it was just a question!
    Yikes, please don't do that, I was only wondering! {text}
    Nooo undo undo, I was just curious!
    You're so eager! But I only asked, you know: {text}
    I didn't want you to do it, I just like to know stuff!
    Easy! Tell me first, I haven't made up my mind!
    That's a bit much, I just wanted your opinion!
    Eek, I didn't say you should do something!
    Hmm no, I'd rather just hear about it: {text}`,
});
