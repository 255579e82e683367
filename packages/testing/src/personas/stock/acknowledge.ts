/** Greetings, and thanks that look back at nothing here: what a talk begins with. A line: the message, and the same in other words. */
export const openingLines = `
Hello! | Hello there!
Good morning. | Morning!
Hi, how nice to see you. | Nice to see you, hi.
Hey. | Hey hey.
Good evening, everybody. | Evening, all.
Hi there :) | Hi :)
Howdy! | Howdy, friend!
Good afternoon. | A good afternoon to you.
Greetings from the train. | Greetings, I am on the train.
Happy new year! | A happy new year to you!
Back again. | I am back.
Hello from the whole family! | The whole family says hello!
Thanks for all the help last week. | Last week was a great help, thank you.
Thank you so much for yesterday. | Yesterday was very kind of you, thanks.
You were a star this week. | What a star you were this week.
Many thanks from my mother, too. | My mother also says thank you.
`;

/** What a talk ends with. */
export const closingLines = `
Bye! | Bye bye!
See you tomorrow. | Until tomorrow.
Good night. | Night night.
That is all for today. | Nothing more for today.
Have a nice weekend! | Enjoy the weekend!
I have to run, bye. | Must dash, bye.
Talk to you later. | Later!
So long. | So long, then.
Take care. | Take care of yourself.
Goodbye for now. | Bye for now.
I am off to bed. | Bed time for me.
Signing off. | I sign off here.
`;

/** News that asks for nothing. A nod is right, and a few words do no harm. */
export const newsLines = `
Just so you know, I am on the bus now. | For your information: I am on the bus.
The plumber came and the sink is fine. | The sink is fine, the plumber was here.
I finally finished the novel. | The novel is finished, finally.
We won our match today! | Our match today was a win!
My new desk arrived. | The desk has arrived, the new one.
No news from the agency so far. | The agency has not written so far.
The garden looks lovely today. | Lovely garden today.
I passed the driving test! | The driving test, I passed it!
We are having soup tonight. | It is soup tonight.
The kids are asleep. | Both kids sleep now.
`;
