import type { AlertRule, AlertWhen, MessagePart } from '../../shared/alerts/rule'
import { diagnosisNames } from '../../shared/issues/diagnosis'
import type { Due } from '../../shared/issues/due'
import type { Issue, IssueList } from '../../shared/issues/issue'
import { cleanText } from '../base/plain-text'
import type { OpenIncident } from '../store/tables/team/alerts'

const hour = 3_600_000

export interface Seen {
  list: Pick<IssueList, 'groups'>
  due: (one: Issue) => Due | null
  nameOf: (integration: string) => string
  now: number
  /** ms since the last whole refresh of this desk or its team; null: there was none */
  refreshAge: number | null
  /** When the last refresh of this desk began, by the clock of the claims: what was told since, another desk knows better. */
  knownAt: number
}

/** Why a message leaves. `about` and `number` name the incident for every desk; `facts` are its further lines. */
export interface Told {
  about: string
  number: number
  part: MessagePart
  title: string
  facts: string[]
  /** Of an end: what began, and when. */
  first: { title: string; at: number } | null
}

/** What is so now: by `about`. `holds` false: less than the rule asks for, but not over. */
interface State {
  holds: boolean
  title: string
  facts: string[]
}

/**
 * What a rule has to say now: incidents that began and ended since its last message, or what is open for a digest.
 * @param incidents the last message of each incident of this rule
 */
export function judgeRule(rule: AlertRule, seen: Seen, incidents: readonly OpenIncident[]): Told[] {
  const { now } = seen
  // A missing refresh is judged by the team's time.
  const isNews = (at: number) => rule.when.watches === 'refresh' || at < seen.knownAt
  const states = statesOf(rule, seen)
  if (rule.digest !== null) return digestOf(rule, rule.digest, states, now)
  if (rule.quiet && isQuiet(rule.quiet, rule.zone, now)) return []
  const known = new Map(incidents.map((one) => [one.about, one]))
  const told: Told[] = []
  for (const [about, { holds, title, facts }] of states) {
    const last = known.get(about)
    if (!holds || (last && !isNews(last.at))) continue
    if (last?.part === 'first' && !(wasRefused(last) && now - last.at >= againAfter)) continue
    told.push({ about, number: (last?.number ?? 0) + 1, part: 'first', title, facts, first: null })
  }
  for (const one of incidents) {
    const { about, number, part, title, at } = one
    // Nobody was told of it.
    if (part !== 'first' || states.has(about) || !isNews(at) || wasRefused(one)) continue
    told.push({ about, number, part: 'end', title: `Over: ${title}`, facts: [], first: { title, at } })
  }
  return told
}

/** A message that certainly did not leave is told again while it is still so, after this time; ms. */
const againAfter = hour
const wasRefused = ({ outcome }: Pick<OpenIncident, 'outcome'>) => outcome === 'refused'

/** One a day: the day is its name. What is late by more than six hours is not told. */
function digestOf(rule: AlertRule, at: string, states: ReadonlyMap<string, State>, now: number): Told[] {
  const local = localTime(rule.zone, now)
  const late = minutesOf(local.clock) - minutesOf(at)
  if (late < 0 || late > 360 || states.size === 0) return []
  if (rule.quiet?.weekend && local.isWeekend) return []
  const title = `${rule.name}: ${counted(states.size, rule.when.of === 'connector' ? 'issue' : 'integration')}`
  const all = [...states.values()]
  const facts = all.slice(0, 20).map((one) => one.title)
  const more = all.length > 20 ? [`And ${all.length - 20} more.`] : []
  return [{ about: `digest ${local.day}`, number: 1, part: 'digest', title, facts: [...facts, ...more], first: null }]
}

function statesOf(rule: AlertRule, seen: Seen): Map<string, State> {
  const { when } = rule
  if (when.watches === 'refresh') return refreshState(when, seen)
  return when.watches === 'outage' ? outageStates(rule, seen) : issueStates(rule, seen)
}

function refreshState(when: AlertWhen, { refreshAge }: Seen): Map<string, State> {
  // Nobody waits for the first.
  if (refreshAge === null || refreshAge < when.refresh * hour) return new Map()
  const title = `No refresh for ${Math.floor(refreshAge / hour)} h`
  return new Map([
    ['refresh', { holds: true, title, facts: ['What the app shows, and other rules judge, is as old.'] }]
  ])
}

function outageStates({ when, zone }: AlertRule, { list, nameOf }: Seen): Map<string, State> {
  const states = new Map<string, State>()
  for (const { integrationSlug, title, words, employees, endUsers, first } of list.groups.flatMap(
    (one) => one.incidents
  )) {
    if (when.integration !== null && when.integration !== integrationSlug) continue
    if (when.employees !== null && employees < when.employees) continue
    const facts = [
      `${counted(endUsers, 'customer')}, ${counted(employees, 'employee')}. Since ${timeIn(zone, first)}. ${words}`
    ]
    const about = `outage ${integrationSlug}`
    const before = states.get(about)
    if (before) before.facts.push(`${title}. ${facts.join(' ')}`)
    else states.set(about, { holds: true, title: `Possible outage of ${nameOf(integrationSlug)}: ${title}`, facts })
  }
  return states
}

function issueStates(rule: AlertRule, seen: Seen): Map<string, State> {
  const { when, names, zone } = rule
  const { list, due, nameOf, now } = seen
  const open = list.groups.flatMap(({ incidents, integrations }) => [...incidents, ...integrations])
  const totals = new Map(open.map(({ integrationSlug, total }) => [integrationSlug, total]))
  const groups = new Map<string, Issue[]>()
  for (const one of open.flatMap(({ issues }) => issues)) {
    if (when.causes.length > 0 && !when.causes.includes(one.cause)) continue
    if (when.integration !== null && when.integration !== one.integrationSlug) continue
    if (when.age !== null && now - one.ageFrom < when.age * hour) continue
    if (when.due !== null && !isDue(due(one), now + when.due * hour)) continue
    const about = when.of === 'connector' ? `connector ${one.key}` : `integration ${one.integrationSlug}`
    const group = groups.get(about)
    if (group) group.push(one)
    else groups.set(about, [one])
  }
  const least = when.of === 'connector' ? 1 : when.count
  const states = new Map<string, State>()
  for (const [about, issues] of groups) {
    const employees = issues.reduce((sum, one) => sum + (one.employees ?? 0), 0)
    // Over once fewer are open, however old they are.
    if (issues.length < least || (when.employees !== null && employees < when.employees)) continue
    const begun =
      when.within === null ? issues : issues.filter(({ ageFrom }) => ageFrom >= now - (when.within ?? 0) * hour)
    const [first] = issues.toSorted((a, b) => a.ageFrom - b.ageFrom)
    if (!first) continue
    const integration = nameOf(first.integrationSlug)
    const causes = [...new Set(issues.map(({ cause }) => diagnosisNames[cause]))].join(', ')
    const customers = [...new Set(issues.map(({ endUser }) => cleanText(endUser)))]
    const who = names ? customers[0] : 'One customer'
    const title =
      when.of === 'connector' ? `${who} (${integration}): ${causes}` : `${issues.length} of ${integration}: ${causes}`
    const within = when.within === null ? '' : `${begun.length} of them began in the last ${when.within} h. `
    const facts = [`${within}${counted(employees, 'employee')}. The oldest since ${timeIn(zone, first.ageFrom)}.`]
    if (when.of === 'integration') {
      facts.push(`${integration} has ${counted(totals.get(first.integrationSlug) ?? issues.length, 'connector')}.`)
      if (names)
        facts.push(
          customers.slice(0, 10).join(', ') + (customers.length > 10 ? ` and ${customers.length - 10} more.` : '.')
        )
    }
    states.set(about, { holds: begun.length >= least, title, facts })
  }
  return states
}

const isDue = (due: Due | null, before: number) => due !== null && (due.over || (due.at !== null && due.at <= before))

/** @param zone IANA, checked when the rule is saved; another desk may not know it, and takes its own */
function formatIn(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone })
  } catch {
    return new Intl.DateTimeFormat('en-GB', options)
  }
}

export const timeIn = (zone: string, ms: number): string =>
  formatIn(zone, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }).format(ms)

function localTime(zone: string, now: number): { clock: string; day: string; weekday: number; isWeekend: boolean } {
  const parts = new Map(
    formatIn(zone, {
      ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
      ...{ weekday: 'short', hourCycle: 'h23' }
    } as const)
      .formatToParts(now)
      .map(({ type, value }) => [type, value])
  )
  const part = (name: string) => parts.get(name as Intl.DateTimeFormatPartTypes) ?? ''
  const weekday = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(part('weekday'))
  return {
    ...{ clock: `${part('hour')}:${part('minute')}`, day: `${part('year')}-${part('month')}-${part('day')}` },
    ...{ weekday, isWeekend: weekday === 0 || weekday === 6 }
  }
}

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** Hours that end before they begin end on the next day. */
export function isQuiet({ from, to, weekend }: NonNullable<AlertRule['quiet']>, zone: string, now: number): boolean {
  const { clock, isWeekend } = localTime(zone, now)
  if (weekend && isWeekend) return true
  const at = minutesOf(clock)
  const [begins, ends] = [minutesOf(from), minutesOf(to)]
  return begins <= ends ? at >= begins && at < ends : at >= begins || at < ends
}

const counted = (n: number, what: string) => `${n.toLocaleString('en-GB')} ${what}${n === 1 ? '' : 's'}`
