import type { Region } from '../connector'
import type { Random } from './random'

const list = (words: string): string[] => words.split(',').map((word) => word.trim())

const PLACES = list(`Aldermoor, Ashcombe, Birchfield, Blackwater, Brightwater, Bramley, Calder, Castellan, Cedar Hill,
  Clearbrook, Copperfield, Dunmore, Eastgate, Elmhurst, Fairhaven, Foxglove, Glenmore, Granite Peak, Harrow, Hartwell,
  Hazelbrook, Highmoor, Hollis, Ironbridge, Juniper, Kestrel, Kingsmere, Lakeside, Larkfield, Linden, Longmeadow, Lowell,
  Maple Ridge, Meridian, Millbrook, Moorgate, Northfold, Oakhurst, Otterburn, Pemberton, Pinecrest, Quarry Hill,
  Ravensworth, Redwood, Riverbend, Rosedale, Sandhurst, Silverton, Stonebridge, Summerfield, Thornbury, Umber, Vantage,
  Wakefield, Westhaven, Whitecliff, Willowbank, Windermere, Woodlands, Yarrow`)

const EU_PLACES = list(`Altstadt, Ardèche, Bergström, Bodensee, Bourgogne, Brandt, Český Les, Coimbra, Dahlmann, Donau,
  Duarte, Élan, Falkenberg, Fjord, Forêt Bleue, Garonne, Göta, Grünwald, Hallström, Hanse, Iberia, Isar, Jönsson,
  Kärnten, Kronborg, Lagerlöf, Lindqvist, Lisière, Łódź, Loire, Lorca, Löwen, Mälaren, Montaña, Mühlbach, Niemen,
  Nordlicht, Nørrebro, Øresund, Pérez, Polder, Porto Novo, Rhône, Rosenthal, Sarrià, Schönfeld, Sierra, Södermalm,
  Steinbach, Tàpies, Tessin, Torres, Ulmer, Ursprung, Valdarno, Västra, Veneto, Vilar, Weißensee, Zürichberg`)

const PEOPLE = list(`Abbott, Adeyemi, Albrecht, Andersen, Bauer, Bennett, Castro, Chowdhury, Coleman, Delgado, Dietrich,
  Drummond, Eriksen, Ferreira, Fischer, Gallagher, Grant, Hartmann, Hughes, Ibrahim, Iversen, Jansen, Keller, Kowalski,
  Lambert, Lindgren, Macleod, Marchetti, Mendes, Moreau, Murray, Nakamura, Novák, Okafor, Olsen, Peña, Quinn, Ramírez,
  Reuter, Rossi, Schäfer, Sinclair, Sørensen, Tanaka, Thibault, Turner, Valdés, Vermeer, Wallace, Winter, Yilmaz, Zimmer`)

const TRADES =
  list(`Aerospace, Analytics, Architects, Automotive, Bakeries, Biotech, Brewing, Building Supplies, Care Homes,
  Catering, Ceramics, Chemicals, Clinics, Coffee Roasters, Consulting, Controls, Credit Union, Dairy, Dental Group,
  Design Studio, Diagnostics, Distribution, Electronics, Energy, Engineering, Estates, Farms, Fisheries, Foods, Freight,
  Furniture, Glass, Hospitals, Hotels, Instruments, Insurance, Interiors, Labs, Legal, Logistics, Marine, Media, Metals,
  Motors, Optics, Outdoors, Packaging, Paper, Partners, Pharma, Polymers, Precision Tools, Publishing, Pumps, Rail, Retail,
  Robotics, Schools Trust, Security, Software, Solar, Sports, Staffing, Systems, Telecom, Textiles, Timber, Transport,
  Travel, Utilities, Veterinary Care, Water`)

const KINDS = list('Coastal, United, Central, Northern, Southern, Western, Eastern, National, Modern, Premier')

const FORMS: Record<Region, readonly string[]> = {
  default: list('Inc., LLC, Ltd, Group, Holdings, Co-op, LLP'),
  eu: list('GmbH, AG, S.A., SARL, S.r.l., B.V., AB, ApS, Oy, Sp. z o.o., SE, KG')
}

export interface EndUser {
  name: string
  /** As `bwc-0417`. */
  originId: string
}

/** All of 1…p−1 come before one repeats. */
const PRIMES = [9973, 99991, 999983]

/** Unique names and origin ids; after 50 misses a number is added. */
export function* endUsers(random: Random, most: number, region: Region): Generator<EndUser> {
  const seen = new Set<string>()
  const prime = PRIMES.find((p) => p > most) ?? Number.MAX_SAFE_INTEGER
  const start = random.int(1, 9000)
  for (let at = 0; at < most; at++) {
    const name = newName(random, region, seen)
    const number = ((start + at * 4127) % prime).toString().padStart(4, '0')
    yield { name, originId: `${initials(name)}-${number}` }
  }
}

function newName(random: Random, region: Region, seen: Set<string>): string {
  for (let miss = 0; miss < 50; miss++) {
    const name = draw(random, region, miss)
    if (!seen.has(name)) {
      seen.add(name)
      return name
    }
  }
  const name = `${draw(random, region, 0)} ${seen.size}`
  seen.add(name)
  return name
}

function draw(random: Random, region: Region, misses: number): string {
  const places = region === 'eu' ? EU_PLACES : PLACES
  const kind = random.unit()
  const extra = misses > 0 ? `${random.pick(KINDS)} ` : ''
  let name: string
  if (kind < 0.62) name = `${random.pick(places)} ${extra}${random.pick(TRADES)}`
  else if (kind < 0.78) name = `${random.pick(PEOPLE)} ${extra}${random.pick(TRADES)}`
  else if (kind < 0.9) name = `${pair(random)} ${extra}${random.pick(TRADES)}`
  else name = `${random.pick(PEOPLE)} & ${random.pick(places)}`
  return random.chance(region === 'eu' ? 0.4 : 0.14) ? `${name} ${random.pick(FORMS[region])}` : name
}

/** Two different people, as in a partnership. */
function pair(random: Random): string {
  const first = random.int(0, PEOPLE.length - 1)
  const second = (first + random.int(1, PEOPLE.length - 1)) % PEOPLE.length
  return `${PEOPLE[first]} & ${PEOPLE[second]}`
}

const AWKWARD = /^(ass|cum|kkk|sex|tit)$/

/** From the first three words, or from the last. */
function initials(name: string): string {
  const words = plain(name)
    .split(' ')
    .filter((word) => word !== '')
  const first = words.map((word) => word[0]).join('')
  const rest = words.at(-1)?.slice(1) ?? ''
  const three = (first + rest + 'x').slice(0, 3)
  return AWKWARD.test(three) ? `${three.slice(0, 2)}x` : three
}

function plain(name: string): string {
  const letters = name.replace(/[^A-Za-z ]+/g, foreign)
  return letters.toLowerCase()
}

function foreign(part: string): string {
  const near = part.replace(/ß/g, 'ss').replace(/[øØ]/g, 'o').replace(/[łŁ]/g, 'l')
  return near.normalize('NFD').replace(/[^A-Za-z]/g, '')
}
