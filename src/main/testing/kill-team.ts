import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import type { TeamAddress } from '../../shared/team/team'
import type { IssueChange } from '../../shared/issues/issue'
import { Random } from '../../practice/data/random'
import { place, teamDesk } from './team-desk'

// scripts/kills/team.mjs kills this desk during changes of issues. A line "rest" stops the changes, and a line "state"
// asks for its state.
export interface DeskArguments {
  folder: string
  operator: string
  address: TeamAddress
  password: string
  /** The first change's number; numbers are never reused. */
  first: number
  /** Whether the team already had its issues; if not, changes wait for that. */
  shared: boolean
  connectors: number
}

const asked = JSON.parse(process.argv[2] ?? '') as DeskArguments
const { operator, first, shared, connectors } = asked
const ids = Array.from({ length: connectors }, (_, at) => `c${at}`)
/** A snooze that identifies its change by the operator's letter and the number. ms since 1970 */
const untilOf = (number: number) => Date.parse('2090-01-01') + operator.charCodeAt(0) * 1e9 + number
const say = (event: string, what: object) => void writeSync(1, `${JSON.stringify({ event, ...what })}\n`)

let resting = false
const desk = await teamDesk({ ...asked, bundle: new URL('./store.js', import.meta.url) })
const { store, team } = desk
createInterface({ input: process.stdin })
  .on('line', (line) => {
    if (line === 'rest') resting = true
    else void state()
  })
  .once('close', () => process.exit())
await desk.refresh(ids)
team.begin()
if (!shared) while (!desk.isUpToDate()) await pause(5)
say('working', {})

const random = new Random(`${operator} from ${first}`)
for (let number = first; !resting; number++) {
  const [field, value] = changeOf(number)
  const change = { key: `HRIS:${random.pick(ids)}`, field, value }
  say('begun', change)
  const asChange: IssueChange = { [field]: value }
  const changed = await store.changeIssues({ place, keys: [change.key], change: asChange, now: Date.now() })
  if (changed.length !== 1) throw new Error(`${change.key} has no open case.`)
  team.told()
  say('accepted', change)
  await pause(random.int(0, 12))
}
say('resting', {})

function changeOf(number: number): [keyof IssueChange, string | number] {
  const field = (['owner', 'note', 'snoozedUntil'] as const)[number % 3] ?? 'owner'
  return [field, field === 'snoozedUntil' ? untilOf(number) : `${operator} ${number}`]
}

async function state(): Promise<void> {
  team.tryNow()
  const link = await store.teamLink()
  const issues = await Promise.all(
    ids.map(async (id) => {
      const health = await store.connector({ place, key: `HRIS:${id}`, now: Date.now() })
      const open = health?.issues.filter(({ closedAt }) => closedAt === null) ?? []
      const [one] = open
      if (!one || open.length > 1) throw new Error(`${id} has ${open.length} open cases.`)
      const { key, owner, note, snoozedUntil } = one
      return {
        key,
        values: { owner, note, snoozedUntil },
        told: one.events.map(({ kind, detail }) => `${kind} ${detail}`)
      }
    })
  )
  say('state', { isUpToDate: desk.isUpToDate(), readTo: link?.readTo ?? 0, issues })
}
