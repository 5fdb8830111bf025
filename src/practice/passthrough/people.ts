import { Random } from '../data/random'
import type { PracticeConnector } from '../connector'

const FIRST = [
  'Ada',
  'Björn',
  'Chidi',
  'Dolores',
  'Elif',
  'Fatima',
  'Grace',
  'Hiroshi',
  'Inés',
  'Jakub',
  'Kwame',
  'Liv'
]
const LAST = ['Abbott', "O'Neill", 'Çelik', 'Dąbrowska', 'Eze', 'Fischer', 'García Ruiz', 'Håkansson', 'Ito', 'Jones']
const TEAMS = ['Engineering', 'Finance', 'People', 'Sales', 'Support', 'Operations'] as const
const CITIES = [
  ['Lisboa', 'PT'],
  ['Leeds', 'GB'],
  ['Łódź', 'PL'],
  ['Austin', 'US'],
  ['東京', 'JP']
] as const
const MOST = 5000

export interface Person {
  id: string
  employee_number: string
  name: { first: string; last: string; preferred: string | null }
  work_email: string
  active: boolean
  hired_on: string
  left_on: string | null
  salary: { amount: string; currency: string; per: 'year' | 'hour' }
  manager: { id: string; name: string; manager: { id: string; name: string } | null } | null
  department: Department
  location: { city: string; country: string }
  custom: Record<string, unknown>
  custom_fields: { key: string; label: string; value: string | number | boolean | null }[]
  tags: string[]
}

export interface Department {
  id: string
  name: string
  cost_center: { code: string; owners: string[] }
}

export function headcount(connector: PracticeConnector): number {
  return Math.min(MOST, connector.total_employees ?? randomOf(connector, 'count').int(30, 400))
}

/** @param at from 0 */
export function personAt(connector: PracticeConnector, at: number): Person {
  const random = randomOf(connector, at)
  const name = nameAt(connector, at)
  const team = random.pick(TEAMS)
  const active = random.chance(0.92)
  const hired = Date.UTC(2026, 0, 1) - random.int(30, 4000) * 86_400_000
  const [city, country] = random.pick(CITIES)
  const shirt = random.pick(['S', 'M', 'L', null])
  return {
    id: idAt(at),
    employee_number: String(at + 1).padStart(5, '0'),
    name: { ...name, preferred: random.chance(0.2) ? name.first.slice(0, 3) : null },
    work_email: `person${at + 1}@${connector.origin_id ?? 'customer'}.example`,
    active,
    hired_on: day(hired),
    left_on: active ? null : day(hired + random.int(20, 29) * 86_400_000),
    salary: { amount: `${random.int(28, 160) * 1000}.00`, currency: 'EUR', per: random.chance(0.9) ? 'year' : 'hour' },
    manager: managerOf(connector, at),
    department: departments().find((one) => one.name === team) as Department,
    location: { city, country },
    custom: { 't-shirt size': shirt, costCenter: `CC-${random.int(100, 999)}`, 'badge.id': random.int(1000, 9999) },
    custom_fields: [
      { key: 'shirt', label: 'T-shirt size', value: shirt },
      { key: 'remote', label: 'Works remotely', value: random.chance(0.4) },
      { key: 'fte', label: 'Full-time equivalent', value: random.pick([0.5, 0.8, 1]) }
    ],
    tags: random.chance(0.3) ? [] : [random.pick(['on-call', 'mentor', 'first-aid'])]
  }
}

export function departments(): Department[] {
  return TEAMS.map((name, at) => ({
    id: `d-${at + 1}`,
    name,
    cost_center: { code: `${1000 + at * 10}`, owners: [idAt(at), idAt(at + 1)] }
  }))
}

const idAt = (at: number) => `p-${at + 1}`

/** Managers come before their people; the first has none. */
function managerOf(connector: PracticeConnector, at: number): Person['manager'] {
  if (at === 0) return null
  const boss = Math.floor((at - 1) / 6)
  const above = boss === 0 ? null : Math.floor((boss - 1) / 6)
  return { ...brief(connector, boss), manager: above === null ? null : brief(connector, above) }
}

function brief(connector: PracticeConnector, at: number) {
  const { first, last } = nameAt(connector, at)
  return { id: idAt(at), name: `${first} ${last}` }
}

function nameAt(connector: PracticeConnector, at: number) {
  const random = randomOf(connector, `name ${at}`)
  return { first: random.pick(FIRST), last: random.pick(LAST) }
}

function randomOf(connector: PracticeConnector, what: string | number): Random {
  return new Random(`people/${connector.id}/${what}`)
}

const day = (at: number) => new Date(at).toISOString().slice(0, 10)
