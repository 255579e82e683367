/** Sentences written for this project that deserve a nod: greetings, thanks, small words, things told; one a line. */
export const acknowledgeExamples = `
perfect, that helps
thx
ty
many thanks and have a nice day
thank you very much for your support
you are the best
nice work
well done
that was helpful
awesome
fine
alright
ok
okay then
got it
understood
makes sense
sounds good
exactly
lovely
wonderful
hi
hey
good afternoon everybody
hey, how is it going
nice to meet you
hi, I am Laura
morning
bye
see you tomorrow
have a nice weekend
that is all for now
nothing else, thanks
no, that is everything
I have to go now
gotta run, bye
it was nice talking to you
catch you later
my sister Ana lives in Porto
I have two cats and a dog
my neighbour paints his fence green every spring
I will start on the north side tomorrow
I am a nurse and work nights
we moved to Ghent last year
my favourite colour is dark blue
I like jazz more than rock
my birthday is on the third of May
Tom is allergic to peanuts
the meeting went well
it was a long day
I am tired
I went to the lake with the kids today
the weather is lovely here
we had pasta for dinner
I just finished my book
my mother comes to visit on Sunday
our dog is called Rufus
I grew up near the sea
I prefer the window seat
I never eat fish
remember that I love jazz
keep in mind that I am a vegetarian
note that the code is in the drawer
for your information, Ben has left the company
I am learning to play the cello
yesterday I ran ten kilometres
my son started school this week
I used to live in Berlin
they painted the kitchen yellow
that made me happy
I feel much better today
lol
so funny
wow
oh no
yay
nice
hm
no problem
no worries
same to you
happy new year
merry christmas
congratulations
cheers
I am back
I'm here
it works now, thank you
it is fixed
all good now
that solved it
I found it myself, thanks
I will think about it
I'll do that
will do
I'll try that
let me think
thanks for the quick answer
thank you so much for your time
that's it for today
you have been very helpful
I am glad to hear that
ok perfect
yes
yep
yes please
no
I guess so
right
that is great news
good to know
interesting
I don't mind
hi team
dear support
good day sir
hello, I hope you are well
hey you
yo
how are you doing today
fine, and you
I'm good
I am fine, thanks
ready
here you go
it is 4711
my name is Peter Lang
Peter
the second one
it's for my mother
on Monday
two of them
I will call you later
let's talk tomorrow
get well soon
sorry about that
my bad
I did not sleep well
my back hurts a little
our team won on Saturday
the kids are asleep
we had guests yesterday
she works at the hospital
he is my best friend from school
my car is a blue van
I bought a new bike last week
I live on the third floor
the office is closed on Fridays
our budget is four thousand
the server runs Debian
I use two monitors
we call the project Falcon
the plumber was here this morning
I'm on holiday until Tuesday
it has been raining for days
there is snow on the mountains
I love this song
that film was boring
this is my favourite place`;
