import { phrasesOf } from './phrase-book.ts';

/** A word or three. */
export const tersePhrases = phrasesOf({
  thank: `
    thx
    ta
    cool thanks
    ok great
    perfect
    nice
    ty!
    good one
    got it, thanks
    yep that's it
    cheers`,
  rephrase: `
    rather: {text}
    or so: {text}
    i.e. {text}
    differently: {text}
    hm. {text}
    ok then: {text}
    try this: {text}
    new try: {text}
    {text} better?
    meaning: {text}`,
  repeat: `
    again: {text}
    {text} ??
    {text} !
    ... {text}
    repeat: {text}
    so. {text}
    well? {text}
    see above. {text}
    {text} please
    {text} – ?`,
  complain: `
    nope
    wrong
    no good
    useless
    not it
    not what i asked
    that's off
    huh??
    meh
    bad answer`,
  lookUp: `
    nvm found it
    nvm
    did it myself
    googled it
    sorted
    leave it, done
    have it now
    no longer needed
    solved
    forget it, asked Jo`,
  answer: `
    {meant}
    {meant} then
    well, {meant}
    {meant}, ok?
    first
    second one
    both
    today
    tomorrow 10
    the new one
    the small one
    yes
    mine
    all of them
    doesn't matter`,
  notDone: `
    so do it
    do it then
    done or not?
    don't explain, do
    just do it
    and? done?
    not done yet
    didn't ask how
    you do it
    do it. {text}`,
  notAsked: `
    no, {meant}
    i meant {meant}
    nah: {meant}
    not that one, {meant}
    wrong one
    the other one
    no, other
    not this
    ask first
    you guessed wrong`,
  asked: `
    just answer
    said so already
    why ask
    it's all there
    any
    whatever, go
    read again: {text}
    don't ask, do
    {text} that's it
    no questions pls`,
  tooLittle: `
    and?
    ??
    hello?
    so?
    answer pls
    that's all?
    well?
    ok what
    still waiting
    i asked sth`,
  tooMuch: `
    just saying
    only fyi
    nothing, just hi
    no request
    relax
    tldr
    wasn't a question
    nothing to do
    no need
    stop, was just hi`,
  doneUnasked: `
    only asked
    don't do anything
    stop. just tell me
    undo
    question only
    why did you do that
    no action pls
    answer not action
    i said tell, not do
    was a question: {text}`,
});
