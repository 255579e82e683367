/** Requests to do something or to look something up. A line: the message, and the same in other words. */
export const actLines = `
Remind me to call the dentist tomorrow at nine. | Set a reminder for the dentist call, tomorrow 9 am. | I must not forget to ring the dentist tomorrow at nine.
Add oat milk to my shopping list. | Put oat milk on the list for shopping. | Oat milk goes on my shopping list.
Set a timer for twelve minutes. | Start a timer, twelve minutes. | Twelve minute timer, please.
What is on my to-do list? | Read out my to-dos. | Which tasks are still on my list?
Cancel the reminder about the car wash. | Remove the car wash reminder. | I no longer need to be reminded of the car wash.
Send Marta the minutes of this morning's meeting. | Mail this morning's minutes to Marta. | Marta needs the minutes from this morning, send them over.
Book a table for two at Luigi's on Friday at seven. | Reserve at Luigi's, Friday seven o'clock, two people. | Get us a table at Luigi's for Friday evening at seven, we are two.
Turn off the lights in the kitchen. | Kitchen lights off. | Switch the light in the kitchen off.
Find the invoice from the plumber in my mails. | Look through my mails for the plumber's invoice. | Where in my inbox is the bill from the plumber? Look for it.
Move my meeting with Oskar to Thursday at two. | Reschedule Oskar, Thursday 2 pm. | Put the Oskar meeting on Thursday, two o'clock.
Play the album I listened to last night. | Put on last night's album again. | Start the music from last night.
Order the same cat food as last month. | Reorder last month's cat food. | Buy that cat food again, the one of last month.
Check whether my flight to Lisbon is on time. | Look up the status of my Lisbon flight. | See if the flight to Lisbon is delayed.
Create a new list called garden jobs. | Make a list with the name garden jobs. | Start a garden jobs list for me.
Delete the third item on the packing list. | Take item three off the packing list. | Packing list, number three, throw it out.
Wake me at six thirty on weekdays. | Alarm for 6:30, Monday to Friday. | Set my weekday alarm to half past six.
Transfer forty euros to the savings account. | Move 40 euros into savings. | Put forty euros aside in my savings account.
Search the web for bike repair shops near the station. | Look for places near the station that repair bikes. | Find me bike repair close to the station.
Remember that my locker code is 4471. | Save my locker code, it is 4471. | Keep in mind: locker code 4471.
What did I tell you about my sister's allergy? | Look up what I said on my sister's allergy. | Recall what I told you, the allergy of my sister.
Summarise the PDF that I put in the inbox folder. | Read the PDF in the inbox folder and write a summary. | I dropped a PDF in the inbox folder, give me the gist of it.
Post the draft on the team channel. | Publish the draft in the team's channel. | The draft can go out on the team channel now.
Lower the thermostat to nineteen degrees. | Thermostat down to 19. | Make it nineteen degrees in here.
Share my location with Ben for an hour. | Let Ben see where I am for the next hour. | Ben should get my location, one hour long.
Mark the electricity bill as paid. | The electricity bill is paid, note it as such. | Set the power bill to paid.
Start the backup of my photos. | Run the photo backup now. | Back up all my photos.
Block the afternoon of the twelfth in my calendar. | Put a block in my calendar, the 12th, after lunch. | Keep the afternoon of the 12th free in the calendar.
Tell me every Monday what the week looks like. | On Mondays, send me an overview of the week. | I want a weekly overview each Monday.
Translate the attached letter and mail it to Pierre. | Put the attached letter into French and send it to Pierre. | Pierre should get the attached letter in his language by mail.
Cancel my gym membership. | End my contract with the gym. | I want out of the gym, cancel it.
Check the balance of my current account. | Look up how much is on my current account. | My account balance, please look.
Lock the front door. | Make sure that the front door gets locked. | Front door, lock it.
Find my phone. | Make my phone ring so that I can find it. | I lost my phone somewhere in the flat, locate it.
Put a note on the Henderson file that he called. | Note in the Henderson file: he rang. | Henderson rang, write that down in his file.
Look up tomorrow's weather for Graz. | See what the weather in Graz will be tomorrow. | Check the forecast, Graz, tomorrow.
Stop the robot vacuum. | Halt the vacuum. | The vacuum robot should stop now.
Rename the folder "new stuff" to "archive 2024". | Call the folder "new stuff" "archive 2024" from now on. | Folder "new stuff" becomes "archive 2024".
Unsubscribe me from the shoe shop's newsletter. | Get me off the shoe shop's mailing list. | No more newsletters from the shoe shop, sign me out of them.
Call a taxi to the office for five o'clock. | Get a taxi to come to the office at five. | I need a cab at the office, five o'clock.
Every time the build fails, write to me. | Send me a message whenever the build breaks. | Let me know of each failed build from now on.
Print two copies of the lease. | I need the lease on paper, two copies. | Two prints of the lease, please.
How many reminders do I have this week? | Count this week's reminders. | Look how many reminders are set for this week.
Show me the photos from our trip to Skye. | Bring up the Skye pictures. | Open the photos of the Skye trip.
Reply to the landlord that Tuesday suits us. | Answer the landlord: Tuesday is fine. | Write back to our landlord, Tuesday works.
Reset the password of the guest network. | The guest network needs a new password, set one. | Give the guest wifi another password.
`;
