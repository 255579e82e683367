import { phrasesOf } from './phrase-book.ts';

/** Would rather do it alone, and says so in the words of a workshop. */
export const handyPhrases = phrasesOf({
  thank: `
    Works. Thanks.
    That did the trick.
    Good, saved me a search.
    Confirmed, that's correct.
    Right answer, thank you.
    Checks out, thanks.
    Thanks, will use that.
    That solves it.
    OK, that's the info I needed.
    Noted, thanks.
    Top, works like a charm.`,
  rephrase: `
    More precisely: {text}
    To be exact: {text}
    Correction of my wording: {text}
    Let me narrow it down. {text}
    Different angle: {text}
    Let me rephrase the request. {text}
    Short version: {text}
    Let me restate that. {text}
    Put in plain terms: {text}
    Ignore the last message, read this: {text}`,
  repeat: `
    Resending: {text}
    Same request: {text}
    Retry: {text}
    Second attempt, same words: {text}
    Not handled yet: {text}
    Still open: {text}
    Back to the point: {text}
    From the top: {text}
    Quoting myself: {text}
    {text} Still unanswered.`,
  complain: `
    That's incorrect.
    Doesn't match what I asked.
    This does not solve it.
    That is the wrong end of the stick.
    Result is unusable.
    That's not how it is.
    Doesn't work for me.
    That leads nowhere.
    I tried that, it's wrong.
    Off topic.`,
  lookUp: `
    Did it myself, close this.
    Looked it up in the docs, fine now.
    No longer an issue, fixed it here.
    I found it with a quick search.
    Handled it manually.
    Got the number from the data sheet.
    Asked the shop, they knew.
    Resolved on my side.
    I'll do that one by hand, it's faster.
    Found it in the old mails, all set.
    Tried it out, have my answer.`,
  answer: `
    {meant}, to be precise.
    Spec: {meant}
    This: {meant}
    Concretely, {meant}.
    Number one.
    Option B.
    The left one.
    The one I used last time.
    Version two, the stable one.
    The metric one.
    Ten of them.
    The whole set.
    Default is fine.
    The one in the workshop.`,
  notDone: `
    Need it executed, not documented.
    I know how it's done. Do it, please.
    Status? Looks like nothing was done.
    That's a manual. I wanted the job done.
    Don't need the theory. {text}
    Please run it rather than explain it.
    Has it been carried out? I see no change.
    I could do that myself, the point was that you do it.
    Nothing changed on my side, please do it.
    Action please: {text}`,
  notAsked: `
    Wrong item. It's {meant}.
    Should be {meant}.
    Mix-up: I meant {meant}.
    Correction: {meant}.
    That's the wrong unit.
    You picked the wrong one.
    Different one.
    Should have checked with me which one.
    That was a guess, and a wrong one.
    Not this one, look again.`,
  asked: `
    All parameters are in the request. {text}
    No more input needed, proceed.
    Nothing is missing there. {text}
    Use the default and go on.
    The question contains all you need.
    Don't ask back for every screw.
    It's unambiguous as it stands. {text}
    Pick any, it makes no difference.
    Already specified. {text}
    Proceed without asking.`,
  tooLittle: `
    No result received. {text}
    And the answer is?
    Output missing.
    Acknowledged, but not answered.
    I need an answer, not a receipt. {text}
    Any result?
    You there? {text}
    Is something still coming?
    The reply was empty, more or less.
    Question stands. {text}`,
  tooMuch: `
    No action needed, that was a remark.
    For information only.
    Nothing to be done here.
    Just a greeting, nothing more.
    That was not a job.
    No reply needed.
    Overkill. I just mentioned it.
    No ticket, just talk.
    Not a request.
    Short is fine, I only said hello.`,
  doneUnasked: `
    Only the info, please. {text}
    Roll that back, it was a question.
    Don't change anything, I just need to know.
    No action wanted. {text}
    I do the work, you just tell me.
    Please don't run anything, only answer.
    That was a query, not a command.
    Revert. I only asked.
    I wanted the facts, nothing else.
    Wasn't asking for a change. {text}`,
});
