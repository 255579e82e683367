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
  // More great cities whose zone has another name. What is a word of one of the languages too (Nice, Essen, Cork) is left out.
  ['Europe/Lisbon', 'braga, coimbra'],
  ['Europe/Madrid', 'bilbao, zaragoza, saragossa, saragosse, saragozza, málaga, alicante'],
  ['Atlantic/Canary', 'las palmas, tenerife, teneriffa, ténérife'],
  [
    'Europe/Rome',
    'bologna, bolonia, bologne, bolonha, genoa, genova, génova, genua, gênes, palermo, palerme, verona, triest, trieste, bari, veneza, venecia, venise, florencia, florença, turín, turim',
  ],
  [
    'Europe/Paris',
    'nizza, niza, lille, nantes, rennes, grenoble, montpellier, lione, lyón, marsiglia, marsella, marselha, tolosa',
  ],
  [
    'Europe/Berlin',
    'bremen, brême, hannover, hanovre, nürnberg, nuremberg, núremberg, norimberga, dortmund, bonn, karlsruhe, mannheim, monaco de baviera, munchen, hamburgo, dresde, dresda, lipsia, stoccarda',
  ],
  ['Europe/Vienna', 'graz, salzburg, salzbourg, salzburgo, salisburgo, innsbruck, linz'],
  ['Europe/Zurich', 'lausanne, lausana, losanna, lugano, luzern, lucerne, lucerna, bâle, basilea, basileia'],
  ['Europe/Brussels', 'antwerp, antwerpen, anvers, amberes, anversa, antuérpia, ghent, brügge, brujas'],
  ['Europe/Amsterdam', 'utrecht, eindhoven, ámsterdam, la haye, la haya, haia'],
  ['Europe/London', 'leeds, sheffield, bristol, cardiff, belfast, édimbourg'],
  ['Europe/Dublin', 'galway'],
  ['Europe/Copenhagen', 'aarhus'],
  ['Europe/Helsinki', 'tampere, turku'],
  ['Europe/Warsaw', 'wrocław, wroclaw, breslau, breslavia, gdańsk, danzig, łódź, poznań'],
  ['Europe/Prague', 'brno, brünn'],
  ['Europe/Athens', 'thessaloniki, saloniki, thessalonique, salónica, salonicco, tessalônica'],
  ['Europe/Istanbul', 'izmir'],
  ['Europe/Kiev', 'lviv, lemberg, kharkiv'],
  ['Europe/Moscow', 'sankt petersburg'],
  ['America/New_York', 'brooklyn, manhattan, filadelfia, filadélfia, pittsburgh, baltimore'],
  [
    'America/Chicago',
    'minneapolis, milwaukee, new orleans, nueva orleans, nova orleans, nashville, memphis, fort worth',
  ],
  ['America/Los_Angeles', 'oakland, são francisco'],
  ['America/Denver', 'salt lake city, albuquerque'],
  ['America/Phoenix', 'tucson'],
  ['America/Toronto', 'québec, quebec city'],
  ['America/Edmonton', 'calgary'],
  ['America/Mexico_City', 'puebla, città del messico'],
  ['America/Sao_Paulo', 'belo horizonte, porto alegre, curitiba, campinas'],
  ['America/Bogota', 'medellín, barranquilla'],
  ['America/Lima', 'cusco, cuzco, arequipa'],
  ['America/Santiago', 'santiago de chile, santiago do chile, valparaíso'],
  ['Asia/Tokyo', 'nagoya, sapporo, fukuoka, kobe, yokohama, kioto, quioto'],
  ['Asia/Shanghai', 'guangzhou, shenzhen, chengdu, wuhan, hangzhou, nanjing, tianjin, xangai'],
  ['Asia/Seoul', 'busan, incheon'],
  [
    'Asia/Calcutta',
    'bombay, bombaim, madras, pune, ahmedabad, jaipur, lucknow, nueva delhi, nova délhi, nuova delhi',
  ],
  ['Asia/Karachi', 'lahore, rawalpindi'],
  ['Asia/Bangkok', 'chiang mai, phuket'],
  ['Asia/Manila', 'cebu, quezon city'],
  ['Asia/Jakarta', 'surabaya, bandung'],
  ['Asia/Makassar', 'denpasar'],
  ['Asia/Kuala_Lumpur', 'penang, johor bahru'],
  ['Asia/Riyadh', 'jeddah, mecca, mekka'],
  ['Asia/Dubai', 'sharjah, dubaï'],
  ['Asia/Jerusalem', 'haifa, jérusalem, jerusalén, gerusalemme, jerusalém'],
  ['Asia/Taipei', 'kaohsiung'],
  ['Africa/Cairo', 'giza'],
  ['Africa/Casablanca', 'marrakesh, marrakech, marrakesch, tangier, tanger'],
  ['Africa/Johannesburg', 'durban, città del capo, cidade do cabo'],
  ['Africa/Nairobi', 'mombasa'],
  ['Africa/Lagos', 'ibadan'],
  ['Africa/Dar_es_Salaam', 'zanzibar'],
  ['Australia/Brisbane', 'gold coast, cairns'],
  ['Pacific/Auckland', 'wellington, christchurch, dunedin'],
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
