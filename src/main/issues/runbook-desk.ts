import { randomUUID } from 'node:crypto'
import type { ConnectorHealth } from '../../shared/connectors/health'
import type { Keeping } from '../../shared/connectors/snapshot'
import { AppError } from '../../shared/errors'
import type { Request } from '../../shared/ipc'
import { accessWords } from '../../shared/issues/access'
import { isIssue } from '../../shared/issues/diagnosis'
import { templateProblem } from '../../shared/issues/relink/template'
import {
  pageLink,
  runbookLimits as most,
  type FoundText,
  type RunbookContent,
  type RunbookHead
} from '../../shared/issues/runbook'
import type { Place } from '../../shared/workspaces/place'
import { cleanText, shorten, unsafe } from '../base/plain-text'
import { serving } from '../base/room'
import type { Clock } from '../base/clock'
import type { Outside } from '../base/outside'
import type { Act, Confirmer } from '../guard/confirmer'
import type { Workspaces } from '../workspaces/workspaces'
import type { AskedRunbooks, RunbookStore } from './runbooks'

const endedShown = 5
/** Connectors whose runbooks are looked for in one piece. */
const atOnce = 50
/** Of a field of the record, in characters. */
const longestField = 2_000
/** They name the customer, whose name is no error. */
const names = new Set(['id', 'origin_id', 'end_user', 'integration_slug', 'category'])

export interface RunbookParts {
  history: RunbookStore & {
    /** null for a connector that no refresh has seen */
    connector(of: { place: Place; key: string; now: number }): Promise<ConnectorHealth | null>
  }
  clock: Clock
  confirmer: Pick<Confirmer, 'confirm'>
  keeping(): Keeping
  outside: Outside
  team: {
    /** What the team shares may have changed here. */
    told(): void
    /** @throws AppError team-read-only if the team shares its issues and this desk may only read them */
    mayChange(): Promise<void>
  }
  workspaces: Pick<Workspaces, 'list'>
}

export function runbookHandlers(parts: RunbookParts) {
  const { history, clock, confirmer, keeping, outside, team, workspaces } = parts
  const planted = new Set<string>()

  /** A practice workspace starts empty each time; its runbooks are there before anything is asked. */
  async function plant(workspaceId: string): Promise<void> {
    const isPractice = workspaces.list().some(({ id, kind }) => id === workspaceId && kind === 'practice')
    if (!isPractice || planted.has(workspaceId)) return
    planted.add(workspaceId)
    for (const content of practiceRunbooks)
      await history.saveRunbook({
        workspaceId,
        id: randomUUID(),
        content,
        by: 'Connector Desk',
        at: clock.now(),
        before: null
      })
  }

  return serving({
    'issues:runbooks': async ({ workspaceId }) => {
      await plant(workspaceId)
      return { runbooks: await history.runbooks({ workspaceId }), isKept: keeping().keeping === 'yes' }
    },
    'issues:runbook': (of) => history.runbook(of),

    'issues:runbooksFor': async ({ key, ...place }) => {
      await plant(place.workspaceId)
      const now = clock.now()
      const health = await history.connector({ place, key, now })
      if (!health) return null
      const asked = askedOf(health)
      const { integration, cause } = asked
      const [ranked = []] = await history.rankRunbooks({ place, asked: [asked], now, most: most.ofWorkspace })
      const [best] = ranked
      const first = best?.reason ? await history.runbook({ workspaceId: place.workspaceId, id: best.head.id }) : null
      const ended = cause === null ? [] : await history.endedIssues({ place, integration, cause, most: endedShown })
      return {
        ...{ integration, cause, ended },
        first: first && best?.reason ? { runbook: first, reason: best.reason } : null,
        others: first ? ranked.slice(1) : ranked
      }
    },

    'issues:saveRunbook': async ({ workspaceId, id, before, content: typed }) => {
      await team.mayChange()
      const content = readRunbook(typed)
      const refused = await history.saveRunbook({ workspaceId, id, before, content, at: clock.now() })
      if (refused?.why === 'full')
        throw new AppError('invalid-input', `A workspace has at most ${most.ofWorkspace} runbooks: delete one first.`)
      if (refused) return { saved: false, runbook: refused.other }
      team.told()
      return { saved: true, runbook: await history.runbook({ workspaceId, id }) }
    },

    'issues:removeRunbook': async (of) => {
      await team.mayChange()
      await history.removeRunbook(of)
      team.told()
    },

    'issues:openRunbookLink': async ({ workspaceId, id, link }) => {
      const kept = await history.runbook({ workspaceId, id })
      const url = pageLink(link)
      // A script in the window opens nothing that no runbook says.
      if (!kept?.content.steps.includes(link) || url === null)
        throw new AppError('not-found', 'This runbook has no such link.')
      await confirmer.confirm(opening(kept.content.title, url), new AbortController().signal)
      await outside.link(url.href)
    }
  })
}

function opening(title: string, { host, href }: URL): Act {
  return {
    place: null,
    noWorkspace: true,
    title: `Open a page at ${host} in your browser`,
    verb: 'Open',
    note: 'The link is in a runbook, which anybody in your team may have written. The app itself loads nothing from it.',
    facts: [
      ['Runbook', title],
      ['Page', href]
    ],
    requests: []
  }
}

function askedOf({ key, diagnosis, fields, access }: ConnectorHealth): AskedRunbooks {
  const slug = fields.find(({ field }) => field === 'integration_slug')?.value
  const evidence = diagnosis.evidence.map(({ field, value, reading }): FoundText => {
    return { where: field, text: `${written(value)} ${reading}` }
  })
  const known = new Set(diagnosis.evidence.map(({ field }) => field))
  const record = fields
    .filter(({ field, value }) => value != null && !known.has(field) && !names.has(field))
    .map(({ field, value }): FoundText => ({ where: field, text: written(value) }))
  const notes = diagnosis.notes.map((text): FoundText => ({ where: 'the diagnosis', text }))
  const [answer] = access
  const answered = answer ? [{ where: 'the last answer', text: `${answer.status} ${accessWords[answer.said]}` }] : []
  return {
    ...{
      key,
      integration: typeof slug === 'string' ? slug : '',
      texts: [...evidence, ...notes, ...answered, ...record]
    },
    cause: isIssue(diagnosis.kind) ? diagnosis.kind : null
  }
}

const written = (value: unknown) =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, longestField)

/** The most specific runbook about each, null for none. */
export async function bestRunbooks(
  history: RunbookStore,
  place: Place,
  issues: readonly ConnectorHealth[],
  now: number
): Promise<(RunbookHead | null)[]> {
  const found: (RunbookHead | null)[] = []
  // The database has other work between them, and so has main.
  for (let at = 0; at < issues.length; at += atOnce) {
    const asked = issues.slice(at, at + atOnce).map(askedOf)
    const ranked = await history.rankRunbooks({ place, asked, now, most: 1 })
    found.push(...ranked.map(([best]) => (best?.reason ? best.head : null)))
  }
  return found
}

/** @throws AppError invalid-input with a sentence for each field that does not fit */
export function readRunbook(typed: Request<'issues:saveRunbook'>['content']): RunbookContent {
  const line = (text: string) => text.replace(unsafe, ' ').trim()
  const lines = (text: string) => text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, ' ')
  const content: RunbookContent = {
    ...typed,
    title: line(typed.title),
    matches: [...new Set(typed.matches.map(line).filter(Boolean))],
    steps: lines(typed.steps).trimEnd(),
    requests: [...new Set(typed.requests)],
    letter: lines(typed.letter).trim()
  }
  const { title, matches, steps, requests, letter } = content
  const long = (text: string, limit: number) =>
    text.length <= limit ? null : `Keep it to ${count(limit)} characters. It has ${count(text.length)}.`
  const tooLong = matches.find((one) => one.length > most.match)
  const problems = {
    title: title === '' ? 'Enter a title.' : long(title, most.title),
    matches:
      matches.length > most.matches
        ? `Give at most ${most.matches} texts.`
        : tooLong === undefined
          ? null
          : `“${shorten(cleanText(tooLong), 20)}” is too long: at most ${most.match} characters.`,
    steps: steps.trim() === '' ? 'Say what to do.' : long(steps, most.steps),
    requests: requests.length > most.requests ? `Choose at most ${most.requests} requests.` : null,
    letter: long(letter, most.letter) ?? templateProblem(letter)
  }
  const fields = Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== null))
  if (Object.keys(fields).length > 0)
    throw new AppError('invalid-input', 'Some fields need another look.', { fields: fields as Record<string, string> })
  return content
}

const count = (number: number) => number.toLocaleString('en-US')

/** Of the practice workspace, so that the first look shows what they are. */
const practiceRunbooks: readonly RunbookContent[] = [
  {
    title: 'Personio: the sign-in is no longer accepted',
    ...{ integration: 'personio', cause: 'relink', matches: ['invalid_credentials', 'RELINK_NEEDED'] },
    steps: `Most often the person who connected has left the company, or their rights were taken away.

1. Did other customers of Personio fail at the same time? Then it is no matter of one sign-in.
2. Send \`GET /company/employees\` in **Passthrough**. If the answer says \`invalid_credentials\`, Personio itself refuses.
3. **Request relink**. Ask for an administrator who may give *all employees* to the API credentials.
4. Snooze for three days. After that, ring them.

> Never ask a customer for a password or an API key.`,
    requests: [],
    letter: `Subject: {integration}: please sign in again for {customer}

Hello,

{integration} no longer accepts the API credentials that you gave us. Most often they were renewed, or belonged to a person who has left.

{connections}

1. Open {relink_link}
2. Sign in as an administrator of {integration}
3. Choose credentials with access to all employees

Your reference: {reference}`
  },
  {
    title: 'Relink needed: before you write to the customer',
    ...{ integration: null, cause: 'relink', matches: [] },
    steps: `- Look at the **customer page**: do their other connectors work?
- Look at **History**: was a relink requested before, and when?
- Write to the person of the last request. After two reminders, call your customer success team.`,
    requests: [],
    letter: ''
  }
]
