/** Sentences written for this project that deserve an answer: a question, a wish for words, a correction; one a line. */
export const respondExamples = `
what is the capital of Peru
who wrote the Brothers Karamazov
how far is the moon
why is the sky blue
how do I boil an egg
how do you change a light bulb
how can I get red wine out of a carpet
what is the difference between a virus and a bacterium
what does the word serendipity mean
how do you say good night in Japanese
what is thirty percent of ninety
how many ounces are in a pound
convert ten miles to kilometres
how do you spell necessary
explain how a heat pump works
tell me about the French revolution
describe the plot of Hamlet
give me a recipe for lentil soup
what can I use instead of butter
how long does rice take to cook
how many calories are in a banana
is it safe to eat raw mushrooms
what should I cook tonight
suggest a good book for a long flight
recommend a restaurant with a garden
which of the two would you take
what do you think about electric cars
do you like music
who made you
what is your name
where do you live
do you have brothers or sisters
tell me a story about a dragon
sing me a song
say something nice
give me a fact about whales
what is the meaning of all this
where does my sister live
what did I tell you about my cat
when is my wedding anniversary
what do you know about me
who is my dentist
what did we talk about last week
which colour did I say the fence should have
how many children does Ben have
what was the name of that restaurant
do you remember what I said about Porto
what is on my list for today
what is the weather like in Madrid
when does the next train leave
how much does a ticket cost
what is the exchange rate of the yen
when do the shops open
how much money do I have
do I need a visa for India
which shots do I need before going to Kenya
what plugs do they use in England
can I bring a razor on the plane
how often should I change the oil in my car
what pressure should my tyres have
what does APR mean
how does a mortgage work
how do I tie a tie
how do I start a car with a flat battery
what are the steps to change a tyre
walk me through making sourdough bread
help me understand recursion
what is wrong with this sentence
summarize the article for me
compare the two phones
list the planets
name three rivers in Germany
define entropy
translate thank you into Greek
calculate the square root of two hundred
how would you say that more politely
what are good names for a dog
what are the pros and cons of working from home
is seven a prime number
can dogs eat grapes
are bananas berries
did the Romans know zero
should I learn Rust or Go
would you rather fly or be invisible
any idea why my bread does not rise
any tips for sleeping better
I wonder how airplanes stay up
I would like to know how tall the tower is
I want to know more about black holes
could you explain the second point
can you tell me what the plan costs
do you know a good dentist around here
what kinds of service do you offer
what colour are your eyes
no, I meant Bremen
that is wrong, it was in May
you misunderstood me
that is not what I asked
no, my sister is called Eva
wrong, the meeting is on Tuesday
not that one, the other one
what do you mean
why do you say that
how come
where did you get that from
and what about the second one
what happens after that
what are the ingredients of pesto
what goes well with fish
what is a good present for a ten year old
how does it taste
how healthy are lentils
how do you make pancakes
does this contain nuts
what language do they speak in Brazil
what is the tallest building in the world
who won the cup in 1998
tell me what you know about bees
let me know what the word means
how do vaccines work
what would happen if the moon vanished
how is that possible
what makes a good leader
what is your favourite food
are we alone in the universe
flip a coin
guess a number
what is your job
do you have a pet
what are your plans for the weekend
how many legs does a spider have
do you serve vegetarian food
what comes with the menu
what sizes do you have
which flights go to Rome on Sunday
how many bags may I take on board
what happens if I miss my connection
what does my policy cover
how high is the interest on a savings account
what documents do I need for a loan
how do credit cards work
what is a good credit score
how can I save more money
are there fees for using my card abroad
what is the difference between the two plans
which phone would you recommend
how do I clean a coffee machine
how do I sharpen a knife
what is the best way to learn the piano
what should I wear to a wedding
where do penguins live
when did the war end
who won the game last night
what happened in the news today
how many days until Christmas
did I already pay the rent
when is my next appointment
have I got any new mail
who is coming to dinner on Friday
which of my friends play chess
is there milk left
what is the password policy here
what is this function good for
why does this test fail
what does this error mean
what is the time complexity of quicksort
show me an example of a closure
how do I undo a commit
can you give me a synonym for happy
what rhymes with orange
write me a short poem about rain
how is a raven like a writing desk
I would love to hear a riddle
talk to me about the stars
what is new
do you dream
do you understand German
are you a robot or a human
what languages do you speak
what topics can I ask about
how do you work
when were you built
do you ever sleep
are you smart
what do you like to eat
tell me more
go on
and why is that
why not
what else
what is a fair price for it
can I freeze cooked rice
is it healthy to run every day
how warm should the bedroom be
what can I make with leftover chicken
instructions for baking bread please
I need a recipe for apple pie
I need some advice about my garden
I want to learn how to draw
I do not know how to jump start a car
my battery is flat, how do I start the car
how many cups are in a litre
how much is twenty dollars in euros
five times twelve
the opposite of brave
meaning of ubiquitous
say hello in Korean
capital of Mongolia
distance from Paris to London
ingredients for guacamole
calories in a slice of pizza`;
