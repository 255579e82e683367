/** Sentences written for this project that deserve an action: something is to be done that words alone do not do; one a line. */
export const actExamples = `
book a table for four at eight
reserve two seats on the evening train to Lyon
get me a taxi to the airport at six
wake me up at half past six tomorrow
remind me to water the plants on Sunday
put milk and eggs on my shopping list
take the dentist off my calendar for Friday
move my appointment with Dr Lee to next week
cancel the subscription to the newspaper
send Maria a message that I am late
call my brother please
write an email to the landlord about the heating
turn the heating up a little
switch off the lights in the hallway
lock the front door
play some piano music
make it louder
pause the video
take a note that the meeting moved to Tuesday
delete the file I made yesterday
rename the folder to invoices
restart the server
deploy the new version to staging
run the tests again
open a ticket for the broken printer
pay the electricity bill from my savings account
transfer fifty euros to Anna
block my card, I lost it
I have lost my wallet and need my cards stopped
someone used my account and it was not me
order two pizzas to my address
buy the same coffee as last time
find me a plumber for tomorrow
look up flights to Oslo for next Thursday
check whether my parcel has arrived
search my mail for the contract
track my order
set a timer for twelve minutes
set an alarm for seven
start the washing machine at ten
add Peter to the group
invite everybody to the call
schedule a meeting with the design team on Monday at three
postpone the meeting by an hour
change my password
reset my pin
update my address to the new flat
upgrade me to the larger plan
I want to sign up for internet at home
I would like to open a new account
I need a new phone line installed
I'd like to order fifty chairs for our office
I want to return this jacket
please refund my last order
can you change the language to Spanish
speak a bit slower please
use a different voice
could you text my wife that I am on my way
would you book us a hotel in Porto for two nights
can you order me some cat food
can you get somebody to fix the boiler
my laptop does not start any more, please help
the app keeps crashing when I open it
the printer is broken
my internet is down again
the screen freezes every time I log in
I cannot log in to my account
I need to report a stolen bicycle
I want to make a complaint about my order
how do I cancel my membership here
what do I have to do to get a new card sent to me
where can I sign up for your service
is it possible to move my booking to Saturday
my plans changed so I no longer need the reservation
I'd like a haircut appointment for Wednesday
I need someone to look at my car
put my phone on silent
where did I leave my phone, make it ring
share my location with Tom
sync my watch
install the update
back up my photos
translate this file and send it to the client
print the boarding pass
download the report and mail it to me
file my travel expenses
submit the expenses of last week
approve the request from Jonas
request three days off in June
remove everything from my to do list
tick off laundry on my list
mark the mail as read
reply to Ben that I agree
forward this to accounting
turn it down
do it now
go ahead and send it
yes, book that one
try the other server
create a new branch for this
clean up the downloads folder
archive all messages from March
get rid of the meeting on Thursday
I require a copy of my statement sent to my office
let the team know that I am sick today
increase my limit to two thousand
I'd like my card limit raised
the package never came, I want it sent again
swap my seat for one at the window
stop the payment to the gym
close my account
make a reservation under the name of Keller
I want to add sports channels to my package
my software needs to be updated
please connect me with a human
put me through to the support
add a new employee to the payroll
order more paper for the printer
feed the fish at noon every day
dim the lamp in the bedroom
hang up
read my new messages to me
navigate me home
rent a car for the weekend
book my car in for a service
arrange a pickup for the sofa
order a burger with fries and a large cola
I'd like two tacos without onions to take away
make that a medium instead
add a salad to my order
that is my whole order, I want to pay now
I want to change the date of my flight
put me on an earlier plane
I need a window seat on flight 311
check me in for tomorrow's flight
I would like a boarding pass for my wife
my suitcase did not arrive with the plane
dispute this charge
I want to take out a loan
open a savings account for my son
please replace my damaged card
my card got stuck in the machine
order a new chequebook
send me proof of my insurance
I need to file a claim for my car
I had an accident and want to report it
change the beneficiary of my policy
take my old car off the policy
I forgot my password
my account is locked
update my email address please
I want to know where my order is
my router does not connect
the update fails every time
cannot install the program
there is an error when I open the file
it won't start since the update
I want my money back
give me a wake-up call at five
set the oven to two hundred degrees
close the blinds
shuffle the playlist
next song
volume up
repeat the last song
add this song to my favourites
show my photos on the television
take a picture
record a voice message for Lea
scan the document
merge the pull request
commit the changes and push them
kill the process that eats the memory
fix the failing test
write a script that renames the files
generate the monthly report
draft a reply to the client
put dinner with Eva into my diary
block two hours for writing tomorrow
clear my schedule for this afternoon
ask Jon if he can come
tell Mia that dinner is ready
let my boss know I will be late
subscribe me to the newsletter
unsubscribe me from these mails
enrol me in the course
apply for the visa for me
register my new car
renew my licence
top up my phone
pay my rent
split the bill with Tom
move two hundred from checking to savings
watch this page and tell me when it changes
notify me when the price drops
every morning send me the headlines
keep an eye on the oven
from now on call me Max
go back to your normal voice
talk to me in French
I need an electrician
I am looking to buy a new phone plan
interested in getting cable television
new connection
internet and phone for my house
we want to start an order for our shop
reporting my travel costs of May
I am travelling to Spain next week, let my bank know`;
