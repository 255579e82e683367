/** A zone with the places that mean it and nothing else, as they are called in the six languages. */
const places: readonly (readonly [zone: string, names: string])[] = [
  // Cities that the database of zones names in English alone.
  ['Europe/Lisbon', 'lissabon, lisboa, lisbonne, lisbona'],
  ['Europe/Vienna', 'wien, viena, vienne'],
  ['Europe/Rome', 'rom, roma'],
  ['Europe/Paris', 'parigi, parís'],
  [
    'Europe/Berlin',
    'berlín, berlino, berlim, munich, münchen, múnich, monaco di baviera, munique, hamburg, hambourg, hamburgo, amburgo, cologne, köln, colonia, colônia, frankfurt, francfort, fráncfort, francoforte, stuttgart, leipzig, dresden, düsseldorf',
  ],
  [
    'Europe/London',
    'londres, londra, edinburgh, edinburg, édimbourg, edimburgo, glasgow, manchester, liverpool',
  ],
  ['Europe/Madrid', 'madri, barcelona, barcelone, barcellona, sevilla, seville, séville, siviglia'],
  ['Europe/Prague', 'prag, praga'],
  [
    'Europe/Warsaw',
    'warschau, varsovie, varsovia, varsavia, varsóvia, krakow, kraków, krakau, cracovie, cracovia, cracóvia',
  ],
  ['Europe/Athens', 'athen, athènes, atenas, atene'],
  ['Europe/Brussels', 'brüssel, bruxelles, bruselas, bruxelas'],
  ['Europe/Copenhagen', 'kopenhagen, copenhague, copenaghen'],
  ['Europe/Stockholm', 'estocolmo, stoccolma, göteborg, gothenburg, malmö'],
  ['Europe/Helsinki', 'helsínquia'],
  ['Europe/Moscow', 'moskau, moscou, moscú, mosca, moscovo'],
  [
    'Europe/Zurich',
    'zürich, zúrich, zurigo, zurique, bern, berne, berna, geneva, genf, genève, ginebra, ginevra, genebra, basel',
  ],
  [
    'Europe/Rome',
    'milan, mailand, milano, milán, milão, naples, neapel, napoli, nápoles, turin, torino, venice, venedig, venezia, florence, florenz, firenze',
  ],
  ['Europe/Paris', 'lyon, marseille, toulouse, bordeaux, strasbourg, straßburg, estrasburgo'],
  ['Europe/Budapest', 'budapeste'],
  ['Europe/Bucharest', 'bukarest, bucarest, bucareste'],
  ['Europe/Belgrade', 'belgrad, belgrado'],
  ['Europe/Dublin', 'dublín, dublino'],
  ['Europe/Amsterdam', 'amsterdã, amsterdão, rotterdam, the hague, den haag'],
  ['Europe/Luxembourg', 'luxemburg'],
  ['Europe/Kiev', 'kyiv, kiew, kiev'],
  ['Europe/Istanbul', 'estambul, istambul, ankara'],
  ['Europe/Lisbon', 'porto, oporto'],
  // Capitals and great cities that have no zone of their own name, where the name means no other place.
  [
    'America/New_York',
    'new york city, nyc, nueva york, nova york, nova iorque, washington dc, boston, philadelphia, miami, atlanta',
  ],
  ['America/Los_Angeles', 'los ángeles, san francisco, seattle, san diego, las vegas'],
  ['America/Chicago', 'houston, dallas, austin'],
  ['America/Toronto', 'ottawa, montreal, montréal'],
  ['America/Mexico_City', 'mexico city, ciudad de méxico, mexiko-stadt, cidade do méxico'],
  ['America/Sao_Paulo', 'são paulo, san paolo, brasilia, brasília, rio de janeiro'],
  ['America/Buenos_Aires', 'buenos aires'],
  ['America/Guayaquil', 'quito'],
  ['Africa/Cairo', 'kairo, le caire, el cairo, il cairo'],
  ['Africa/Casablanca', 'rabat'],
  ['Africa/Johannesburg', 'johannesburgo, cape town, kapstadt, le cap, ciudad del cabo, pretoria'],
  ['Africa/Lagos', 'abuja'],
  ['Asia/Tokyo', 'tokio, tóquio, osaka, kyoto'],
  ['Asia/Shanghai', 'beijing, peking, pékin, pekín, pechino, pequim, schanghai'],
  ['Asia/Calcutta', 'kolkata, kalkutta, delhi, new delhi, neu-delhi, mumbai, bangalore, bengaluru, chennai'],
  ['Asia/Karachi', 'islamabad'],
  ['Asia/Saigon', 'ho chi minh city, saigon, hanoi'],
  ['Asia/Seoul', 'séoul, seúl, seul'],
  ['Asia/Singapore', 'singapur, singapour, singapura'],
  ['Asia/Dubai', 'abu dhabi'],
  ['Asia/Jerusalem', 'tel aviv'],
  ['Australia/Sydney', 'sídney, canberra'],
  ['Pacific/Auckland', 'wellington'],
];

/** Names of the database that mean more than one place. */
const ambiguous = new Set(
  'cordoba, san juan, la rioja, santiago, merida, halifax, vincennes, petersburg, center, knox, marengo, monticello, louisville, winamac, vevay, tell city, central, eastern, easter, davis, casey, troll, palmer, victoria, kingston, hamilton, boise, general, creston, regina, resolute, swift current, wallis, wake, midway, norfolk, st johns, st lucia, st vincent, st kitts, st thomas, st helena, georgetown, san luis, san marino, jujuy, tucuman, ushuaia, beulah'.split(
    ', ',
  ),
);

const areas = /^(?:Africa|America|Asia|Atlantic|Australia|Europe|Indian|Pacific)\//;

let known: ReadonlyMap<string, string> | undefined;

/**
 * The IANA time zone of a city: of those that zones are named after, in English, and of capitals and other great cities in the six languages.
 * Undefined for a name that is not known or means several places. The case does not matter, nor what follows a comma.
 */
export function zoneOfPlace(place: string): string | undefined {
  known ??= byName();
  const [city = ''] = place.split(',');
  return known.get(plain(city)) ?? known.get(plain(place));
}

/** True if a text has the name of a city that `zoneOfPlace` knows. */
export function namesPlace(text: string): boolean {
  const words = text.match(/[\p{L}][\p{L}'’-]*/gu) ?? [];
  return words.some((_, at) =>
    [1, 2, 3].some((length) => zoneOfPlace(words.slice(at, at + length).join(' ')) !== undefined),
  );
}

/** True if two zones show the same clock at `now`, and a quarter, a half, and three quarters of a year later. */
export function sameClock(one: string, other: string, now: Date): boolean {
  const quarterMs = 91 * 86_400_000;
  const clocks = [one, other].map(
    (timeZone) => new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
  );
  return [0, 1, 2, 3].every((quarter) => {
    const at = new Date(now.getTime() + quarter * quarterMs);
    return clocks[0]?.format(at) === clocks[1]?.format(at);
  });
}

function byName(): ReadonlyMap<string, string> {
  const zones = new Map<string, string>();
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    const name = plain(zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' '));
    if (areas.test(zone) && !ambiguous.has(name)) zones.set(name, zone);
  }
  for (const [zone, names] of places) for (const name of names.split(', ')) zones.set(plain(name), zone);
  return zones;
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[-\s]+/g, ' ')
    .trim();
}
