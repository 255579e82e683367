/**
 * Requests that nobody can carry out without asking back. A line: the message, the same in other words (as unclear), and after `>` what
 * was meant, as somebody would put it when asked.
 */
export const clarifyLines = `
Book it for us. | Can you make the booking? > the table at the Greek place, Saturday at eight > the cabin by the lake, first week of May
Send it to him. | He should get it, send it over. > the signed contract, to Mr Adler > the photo of the leak, to our plumber
Change the appointment. | The appointment has to be moved. > the one with the eye doctor, to Wednesday morning > my haircut on Friday, an hour later
Cancel that one. | That one is off, cancel it. > the gym class on Thursday > the second order, the one with the lamps
I need a ticket. | Get me a ticket. > a return train ticket to Leeds for Sunday > one ticket for the late show on Saturday
Fix the problem with the list. | There is a problem with the list, sort it out. > the birthday list has my brother twice > the shopping list lost the vegetables
Do the same as last time. | Like last time, please. > order two boxes of the dark roast > invite the same six people to dinner
Remind me about the thing. | Do not let me forget the thing. > the form for the kindergarten, on Monday > to return the drill to Paul this evening
Can you help me with my trip? | My trip, I need some help. > I need a hotel in Bergen for three nights > the visa for Vietnam, how I apply for it
Find information on jaguar. | Look up jaguar. > the animal, where it lives > the car maker, their newest model
It does not work. | This is not working any more. > the printer in the hall, it says paper jam > logging in on the tax site
How much is it? | What would it cost? > the yearly pass for the swimming pool > sending a five kilo parcel to Canada
Put it somewhere safe. | Keep it in a safe place. > the scan of my passport, in the encrypted folder > the spare key code, in my notes
Move the files. | The files should go elsewhere. > last year's invoices, to the archive > all the videos, to the big disk
When does it start? | What is the starting time? > the parents' evening at the school > the final on Sunday
Tell them I will be late. | Let everybody know that I am late. > the team, half an hour for the stand-up > my parents, dinner at eight instead of seven
Who is responsible for this? | This here, whose job is it? > the broken lift in building B > the budget of the spring fair
Make it bigger. | It should be larger. > the heading of the flyer > my storage plan, to 200 gigabytes
Compare the two. | Which of the two is better? > the two phone contracts I was sent > the flat in Mill Lane and the one by the park
Turn it down. | That is too much, turn it down. > the heating in the bedroom > the music in the living room
Where is the best one? | The best one, where do I find it? > the best ice cream near the cathedral > a good vet in this part of town
Change my settings. | My settings are wrong, change them. > the language, back to English > no notifications after ten at night
Is she coming? | Will she be there? > Ruth, to the meeting at three > my aunt, to the wedding
Add another one. | One more of those. > another chair on the order > a second alarm, at seven
What about the other option? | And the other one? > the cheaper flight with a stop in Rome > the green paint instead of the blue
I would like to order. | Take an order from me. > two large pizzas with mushrooms > a replacement filter for the coffee machine
Update the document. | The document is out of date, update it. > the price list, with the new numbers > my CV, the new job is missing
Tell me about mercury. | What can you tell me about mercury? > the planet > the metal, how poisonous it is
Get rid of the old ones. | The old ones can go. > the drafts from last year > reminders that are in the past
Can I still do it? | Is there still time for it? > register for the half marathon > send back the shoes
Report what happened. | Somebody should be told what happened. > the scratch on the rental car, to the rental firm > that the server was down, to the team
How do I set this up? | I want to set this up, how? > the new router > two factor login for my mail
Pay the bill. | The bill has to be paid. > the water bill, from the joint account > the dentist's, 84 euros
Share the notes. | Others should see the notes. > from Tuesday's workshop, with Ines > my reading notes, with the book club
Schedule a call. | Put a call in the calendar. > with the bank, tomorrow after lunch > half an hour with Tom on Friday
`;
