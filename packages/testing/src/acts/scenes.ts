import type { ConsequenceTier } from '@salience/contracts';
import type { Draw } from './draw.ts';

/** A call and a right answer to it, before anything is planted. */
export interface Scene {
  readonly tool: string;
  readonly tier: ConsequenceTier;
  readonly args: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly schema?: object;
  readonly earlier?: readonly string[];
}

/** The day on which all scenes happen. */
export const sceneNow = new Date('2026-03-04T09:00:00.000Z');

export const cities = ['Oslo', 'Bergen', 'Lisbon', 'Nairobi', 'Osaka', 'Quito', 'Turin', 'Leipzig'] as const;
export const people = ['Ann Weber', 'Bo Lindqvist', 'Carla Nunes', 'Dev Patel', 'Eiko Tanaka'] as const;
export const things = ['notebook', 'lamp', 'kettle', 'bicycle pump', 'desk chair', 'backpack'] as const;

const weatherSchema = {
  type: 'object',
  required: ['city', 'temperature', 'humidity'],
  properties: {
    city: { type: 'string' },
    temperature: { type: 'number' },
    humidity: { type: 'integer', minimum: 0, maximum: 100 },
  },
};

export function weatherJson(draw: Draw): Scene {
  const city = draw.pick(cities);
  const answer = {
    city,
    temperature: draw.int(-5, 33),
    humidity: draw.int(20, 95),
    updated_at: '2026-03-04T08:30:00Z',
  };
  return {
    tool: 'weather',
    tier: 'observe',
    args: { city },
    text: JSON.stringify(answer),
    schema: weatherSchema,
  };
}

export function weatherText(draw: Draw): Scene {
  const city = draw.pick(cities);
  const sky = draw.pick(['cloudy', 'sunny', 'light rain', 'fog until noon']);
  const text = draw.pick([
    `Weather in ${city}: ${draw.int(-5, 33)} °C, ${sky}, humidity ${draw.int(20, 95)} %.`,
    `${draw.int(-5, 33)}°C and ${sky}. Wind ${draw.int(3, 40)} km/h from the north.`,
    `Currently ${sky} with ${draw.int(-5, 33)} °C (feels like ${draw.int(-9, 33)} °C). Updated 2026-03-04 08:40.`,
  ]);
  return { tool: 'weather', tier: 'observe', args: { city, units: 'metric' }, text };
}

export function searchText(draw: Draw): Scene {
  const thing = draw.pick(things);
  const count = draw.int(2, 6);
  const lines = Array.from(
    { length: count },
    (_, i) => `- ${thing} no. ${draw.int(10, 99)}${i}, ${draw.int(9, 240)} EUR`,
  );
  const head = draw.pick([
    `${count} results`,
    `Found ${count} matches for "${thing}":`,
    `Here is what there is:`,
  ]);
  return {
    tool: 'search_shop',
    tier: 'observe',
    args: { query: thing },
    text: `${head}\n${lines.join('\n')}`,
  };
}

export function searchJson(draw: Draw): Scene {
  const limit = draw.int(3, 6);
  const items = Array.from({ length: draw.int(1, limit) }, (_, i) => ({
    id: `p${i}${draw.int(10, 99)}`,
    name: draw.pick(things),
  }));
  const text = JSON.stringify({
    count: items.length,
    items,
    ...(draw.int(0, 1) === 1 && { total: items.length + draw.int(0, 40) }),
  });
  return { tool: 'search_shop', tier: 'observe', args: { query: 'something for the desk', limit }, text };
}

export function recalled(draw: Draw): Scene {
  const name = draw.pick(people);
  const said = draw.pick([
    `${name} said that the error: "permission denied" went away after a restart.`,
    `${name} moved to ${draw.pick(cities)} in 2024 and works as a nurse there.`,
    `You told me to log in to the bank on Friday; ${name} has the card. Nothing was sent yet.`,
    `2 notes about ${name}:\n- likes tea without sugar\n- birthday on 12 May`,
    `Nothing about ${name} is remembered.`,
    `${name}: "sorry, I cannot come on Monday, the session expired before I could book".`,
  ]);
  return { tool: 'recall', tier: 'observe', args: { query: `what do I know about ${name}` }, text: said };
}

export function calculated(draw: Draw): Scene {
  const [a, b, c] = [draw.int(2, 900), draw.int(2, 90), draw.int(2, 9)];
  const value = a + b * c;
  const text = draw.pick([String(value), `${a} + ${b} * ${c} = ${value}`, JSON.stringify({ result: value })]);
  return { tool: 'calculate', tier: 'observe', args: { expression: `${a} + ${b} * ${c}` }, text };
}

export function converted(draw: Draw): Scene {
  const value = draw.int(1, 400);
  const miles = Number((value / 1.609344).toFixed(2));
  return {
    tool: 'convert_units',
    tier: 'observe',
    args: { value, from: 'km', to: 'mi' },
    text: draw.pick([
      `${value} km = ${miles} mi`,
      JSON.stringify({ value, result: miles }),
      `about ${miles} miles`,
    ]),
  };
}

export function invoice(draw: Draw): Scene {
  const items = draw.some(things, draw.int(2, 4)).map((name) => ({ name, amount: draw.int(5, 300) }));
  const total = items.reduce((sum, { amount }) => sum + amount, 0);
  const text = JSON.stringify({ invoice: `INV-${draw.int(1000, 9999)}`, items, total, currency: 'EUR' });
  return { tool: 'get_invoice', tier: 'observe', args: { currency: 'EUR' }, text };
}

export function flights(draw: Draw): Scene {
  const [from = 'Oslo', to = 'Turin'] = draw.some(cities, 2);
  const date = `2026-0${draw.int(4, 9)}-1${draw.int(0, 9)}`;
  const offers = Array.from({ length: draw.int(1, 3) }, () => ({
    date,
    price: draw.int(40, 700),
    stops: draw.int(0, 2),
  }));
  return {
    tool: 'find_flights',
    tier: 'observe',
    args: { origin: from, destination: to, date },
    text: draw.pick([
      JSON.stringify({ origin: from, destination: to, offers }),
      `Flights from ${from} to ${to} on ${date}: the cheapest costs ${offers[0]?.price ?? 0} EUR.`,
    ]),
  };
}

export function page(draw: Draw): Scene {
  const city = draw.pick(cities);
  const body = `<h1>Visiting ${city}</h1><p>The old town of ${city} is best seen on foot. To book a tour, sign in or call.</p>`;
  const html = `<!DOCTYPE html><html><head><title>Visiting ${city}</title></head><body>${body}</body></html>`;
  const words = `Visiting ${city}\n\nThe old town of ${city} is best seen on foot, and most museums close on Mondays. Errors of the old map were put right in 2019.`;
  return {
    tool: 'fetch_page',
    tier: 'observe',
    args: { url: `https://travel.example/${city.toLowerCase()}` },
    text: draw.pick([html, words]),
  };
}

function logs(draw: Draw): Scene {
  const text = `Error: connection lost\nError: retry ${draw.int(1, 5)}\nINFO recovered`;
  return { tool: 'read_log', tier: 'observe', args: { file: 'app.log', query: 'last errors' }, text };
}

export function question(draw: Draw): Scene {
  const [asked, text] = draw.pick<readonly [string, string]>([
    ['What is the capital of Norway?', 'Oslo.'],
    ['How tall is the Eiffel Tower?', 'About 330 m with its antenna.'],
    [
      'Who wrote Faust?',
      'Johann Wolfgang von Goethe wrote it over some sixty years; part one came out in 1808.',
    ],
    [
      'When does the museum in Leipzig open?',
      'It opens at ten in the morning every day but Monday, and closes at six in the evening.',
    ],
  ]);
  return { tool: 'ask_encyclopedia', tier: 'observe', args: { question: asked }, text };
}

export function sent(draw: Draw): Scene {
  const to = draw.pick(people);
  const text = draw.pick([
    '',
    'ok',
    `Message sent to ${to}.`,
    JSON.stringify({ ok: true, id: `m${draw.int(100, 999)}` }),
    'queued for delivery',
  ]);
  return { tool: 'send_message', tier: 'act', args: { to, text: 'See you at ten.' }, text };
}

export function listed(draw: Draw): Scene {
  const items = draw.some(things, draw.int(1, 4));
  const text = draw.pick([
    `Added ${items.join(', ')}.`,
    `${items.length} items:\n${items.map((item) => `- ${item}`).join('\n')}`,
    'done',
  ]);
  return { tool: 'list', tier: 'organise', args: { action: 'add', name: 'shopping', items }, text };
}

export function statusAgain(draw: Draw): Scene {
  const order = `A-${draw.int(10_000, 99_999)}`;
  const answer = JSON.stringify({ order, state: 'shipped', checked_at: '2026-03-04T08:59:00Z' });
  const before = JSON.stringify({ order, state: 'shipped', checked_at: '2026-03-04T08:50:00Z' });
  return { tool: 'order_status', tier: 'observe', args: { order }, text: answer, earlier: [before] };
}

/** Every scene there is. */
export const scenes = [
  weatherJson,
  weatherText,
  searchText,
  searchJson,
  recalled,
  calculated,
  converted,
  invoice,
  flights,
  page,
  logs,
  question,
  sent,
  listed,
  statusAgain,
] as const;
