/** Questions that an answer in words is enough for. A line: the message, and the same in other words. */
export const respondLines = `
Why does bread go stale faster in the fridge? | What makes bread dry out in a fridge? | Bread in the fridge goes hard so quickly, why is that?
How far is the moon from the earth? | What is the distance between the earth and the moon? | The moon, how many miles away is it?
What is the difference between baking soda and baking powder? | Baking soda or baking powder, how do they differ? | Are baking soda and baking powder not the same thing?
Who painted the ceiling of the Sistine Chapel? | Whose work is the Sistine Chapel ceiling? | The painter of the Sistine ceiling was who?
Explain to me how a heat pump works. | How does a heat pump get warmth out of cold air? | I would like to understand heat pumps.
Is it safe to eat a potato that has started to sprout? | Can I still eat sprouting potatoes? | Sprouted potatoes: poisonous or fine?
How many ounces are in a pound? | One pound is how many ounces? | Pounds to ounces, what is the number?
What does the word "ineffable" mean? | Can you define ineffable? | Meaning of ineffable?
How do you say good evening in Italian? | What is the Italian for good evening? | Good evening, but in Italian, how would that go?
What should I wear to a job interview at a bank? | Which clothes are right for an interview in banking? | Bank interview coming, what does one put on?
Which planet has the most moons? | What planet has more moons than all others? | Most moons in the solar system, who wins?
Why is the sky red at sunset? | What turns the evening sky red? | The colour of a sunset, where does it come from?
How long should I boil an egg so that the yolk stays soft? | Soft yolk, how many minutes for the egg? | What is the boiling time of a soft egg?
What are the main causes of inflation? | Why do prices rise everywhere at once? | Inflation, what brings it about?
Can cats eat cheese? | Is cheese all right for a cat? | Would a bit of cheddar hurt my cat?
What is a good present for somebody who has everything? | Present ideas for a person who owns it all? | What do you give a man who has everything already?
How do vaccines work? | In what way does a vaccine protect the body? | What happens in the body after a vaccination?
Give me an example of a palindrome. | Do you know a palindrome? | A word that reads the same backwards, please.
What's the tallest building in the world right now? | Which building is the tallest on earth? | Highest skyscraper there is?
Is a tomato a fruit or a vegetable? | Would you call a tomato a fruit? | Tomatoes, are they vegetables or what?
How does compound interest work? | What is meant by interest on interest? | Please explain compounding of interest.
What is the best way to remove red wine from a carpet? | Red wine on the carpet, how does one get it out? | How do I clean a wine stain from a rug?
Who wrote One Hundred Years of Solitude? | Which author is behind One Hundred Years of Solitude? | One Hundred Years of Solitude is by whom?
What are the rules of offside in football? | When is a player offside? | Offside, I never got it, how does it go?
How much sleep does a ten year old need? | How many hours should a child of ten sleep? | Right amount of sleep for a kid aged ten?
Tell me a joke about penguins. | Do you know a good penguin joke? | Make me laugh with something about penguins.
What does a mitral valve do? | What is the job of the mitral valve in the heart? | Mitral valve, what is it there for?
Why do we have leap years? | What is the reason for the extra day in February? | Leap years, who needs them?
How do I tie a bowline? | What are the steps of a bowline knot? | Bowline knot, how is it tied?
What time zone is Nepal in? | Which zone do clocks in Nepal follow? | Nepal's time, how far from Greenwich?
Should I lease or buy a car if I drive little? | Is leasing worth it for few miles a year? | Few miles a year, is buying a car better than a lease?
What is the plot of Hamlet in three sentences? | Sum up Hamlet for me, very short. | Hamlet, what happens in it, in brief?
How do noise cancelling headphones work? | By what trick do headphones cancel noise? | What is going on inside noise cancelling headphones?
What is the freezing point of sea water? | At what temperature does sea water freeze? | Salt water turns to ice at how many degrees?
Which is healthier, butter or margarine? | Butter against margarine, what would a doctor say? | Is margarine any better for you than butter?
What is your opinion on working four days a week? | What do you think of a four day week? | Four working days only, good or bad, in your view?
How often should tomatoes be watered in summer? | Watering tomatoes in the heat, how many times? | In summer, how much water do tomato plants want?
What is the capital of New Zealand? | New Zealand's capital city is which? | Is Auckland the capital of New Zealand or some other city?
How do I get a toddler to try new food? | Any ideas for a small child who refuses new dishes? | My toddler will not taste anything new, what helps?
What does HTTP status 418 mean? | Status code 418, what is it? | A server sent 418, what does it want to say?
Why do cats purr? | What is purring good for? | The purring of cats, what is behind it?
Is it rude to refuse a second helping in Japan? | In Japan, may I decline more food? | Saying no to seconds in Japan, bad manners?
What were the causes of the French Revolution? | Why did the French Revolution break out? | What led to 1789 in France?
How many grams of protein are in an egg? | An egg has how much protein? | Protein per egg, roughly?
Compare solar panels with a solar water heater. | Panels or a solar heater for water, what are the pros and cons? | How do solar panels and solar water heaters differ?
`;
