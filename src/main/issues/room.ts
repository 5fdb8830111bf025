import { driftsOf } from '../../shared/mappings/drift-words'
import { z } from 'zod'
import { categorySegment, type Category } from '../../shared/connectors/category'
import type { ConnectorHealth } from '../../shared/connectors/health'
import { AppError } from '../../shared/errors'
import type { Request } from '../../shared/ipc'
import { lettersText } from '../../shared/issues/relink/letters-text'
import type { RunbookHead } from '../../shared/issues/runbook'
import { pageOf } from '../../shared/issues/relink/page-address'
import { templateProblem } from '../../shared/issues/relink/template'
import { freshRelinkSettings, relinkLetter } from '../../shared/issues/relink/relink'
import type { HeldBack } from '../../shared/mail/outage'
import type { Ticket } from '../../shared/tickets/ticket'
import type { Place } from '../../shared/workspaces/place'
import type { UnknownChange } from '../activity/room'
import type { Area } from '../base/room'
import type { CallLog } from '../http/call-log'
import { inTurns, type Passing } from '../base/turns'
import type { Masker } from '../secrets/masker'
import type { Workspaces } from '../workspaces/workspaces'
import type { EvidenceInput, EvidenceIssue, RequestMade } from './evidence/content'
import { dueIn } from './due-in'
import { evidenceFile, evidenceFiles } from './evidence/evidence-file'
import { issueText } from './evidence/tables'
import { lettersCsv, relinkFacts, relinkLetters, textsOf } from './relink-request'
import { bestRunbooks, runbookHandlers, type RunbookParts } from './runbook-desk'
import type { IssueStore } from './store'
import { providersIn, type WatchedPages } from './waking'

export interface IssueParts extends RunbookParts {
  /** In the tracker. */
  ticketOf(place: Place, key: string): Promise<Ticket | null>
  /** Relink requests that wait for the all clear of an outage, by connector. */
  heldBack(place: Place, keys: readonly string[]): Promise<ReadonlyMap<string, HeldBack>>
  /** What a customer was told of outages, oldest first. */
  toldOf(place: Place, originId: string): Promise<EvidenceIssue['told'] & {}>
  history: IssueStore & RunbookParts['history']
  earlier: Pick<Passing, 'run'>
  masker: Masker
  about: EvidenceInput['app']
  workspaces: Pick<Workspaces, 'list' | 'nameOf' | 'relinkOf' | 'dueTimesOf'>
  /** The operator's name. */
  operator(): string
  /** Of this session. */
  calls: Pick<CallLog, 'find'>
  activity: {
    unknownAbout(place: Place, keys: readonly string[]): Promise<ReadonlyMap<string, readonly UnknownChange[]>>
  }
  /** What providers say, beside the issues of their integrations. */
  statusPages: WatchedPages
  /** @returns the file's name, null if the operator cancels */
  save(suggestedName: string, content: string | Uint8Array): Promise<string | null>
}

const callsNamed = 50
/** How long a relink stays in the list of relinks after it recovered, ms. */
const relinksShown = 30 * 86_400_000
const listOf = (category: Category) => `/api/${categorySegment(category)}/v1/connectors`

/**
 * Writes times with their zone: "15 Nov 2025, 12:07 CET".
 * @param zone an IANA name
 * @throws AppError invalid-input for an unknown time zone
 */
export function zoneWriter(zone: string, locale = 'en-GB'): (ms: number) => string {
  try {
    const format = new Intl.DateTimeFormat(locale, {
      timeZone: zone,
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'short'
    })
    return (ms) => (Math.abs(ms) <= 8.64e15 ? format.format(ms) : 'an unknown time')
  } catch {
    throw new AppError('invalid-input', 'This time zone is not known.', { fields: { zone: 'Not a time zone.' } })
  }
}

export function openIssues(parts: IssueParts) {
  const { history, clock, masker, outside, team, workspaces } = parts
  const settingsOf = (place: Place) => workspaces.relinkOf(place.workspaceId) ?? freshRelinkSettings

  async function letters({
    keys,
    integrations,
    zone,
    runbook,
    text: typed,
    ...place
  }: Request<'issues:relinkLetters'>) {
    const write = zoneWriter(zone)
    const issues = await healthOf(place, keys)
    const facts = issues.map((one) => relinkFacts(one, integrations))
    const own = runbook ? await history.runbook({ workspaceId: place.workspaceId, id: runbook }) : null
    const problem = typed ? templateProblem(typed) : null
    if (problem !== null) throw new AppError('invalid-input', problem)
    const template = typed || own?.content.letter || settingsOf(place).template
    const waits = await parts.heldBack(place, keys)
    const written = relinkLetters(facts, template, write).map((one) => {
      const held = one.keys.map((key) => waits.get(key)).find((why) => why !== undefined)
      return held ? { ...one, held } : one
    })
    return masker.clean(z.array(relinkLetter), written)
  }

  async function pageAt(place: Place, key: string): Promise<string | null> {
    const health = await history.connector({ place, key, now: clock.now() })
    return pageOf(settingsOf(place).pageAddress, health ? textsOf(health.fields)('id') : '')
  }

  /** Title, author and date. The steps are the team's own, and no part of a customer's ticket. */
  function writtenRunbook(head: RunbookHead | null | undefined): EvidenceIssue['runbook'] {
    if (!head) return null
    return { title: head.title, changedBy: head.by ?? parts.operator(), changedAt: new Date(head.at).toISOString() }
  }

  /** Until the window asks for the list of this session. */
  let kept: Awaited<ReturnType<IssueParts['history']['keptIssues']>> = null

  const handlers: Area<'issues'> = {
    ...runbookHandlers(parts),
    'issues:list': async ({ since, ...place }) => {
      kept = null
      // Looking at the issues opens and closes them by the last refresh.
      const { calm, down } = providersIn(await parts.statusPages.list(place))
      const { news, integrations } = await history.issueNews({ place, now: clock.now(), calm, since })
      team.told()
      parts.statusPages.look(place, new Set(integrations))
      return { ...news, list: { ...news.list, providersDown: down } }
    },
    async 'issues:page'({ version, page }) {
      const text = kept?.news.version === version ? kept.pages[page] : await history.issuePage({ version, page })
      if (text === undefined || text === null)
        throw new AppError('not-found', 'This list of issues was replaced by a newer one.')
      return text
    },
    async 'issues:kept'(place) {
      kept = await parts.earlier.run(history.keptIssues({ place }))
      return kept?.news ?? null
    },
    'issues:change': async ({ keys, change, ...place }) => {
      await team.mayChange()
      const issues = await history.changeIssues({ place, keys, change, now: clock.now() })
      team.told()
      return issues
    },

    'issues:changeWatched': async ({ id, change, ...place }) => {
      await team.mayChange()
      await history.changeWatchedIssue({ place, id, change })
      team.told()
    },

    'issues:relinks': (place) => history.relinks({ place, since: clock.now() - relinksShown }),

    'issues:relinkLetters': letters,

    'issues:saveRelinkLetters': async ({ format, despite, ...asked }) => {
      const { workspaceId, region, keys } = asked
      const place = { workspaceId, region }
      const written = (await letters(asked)).filter(({ held }) => despite || !held)
      const pages = new Map(await Promise.all(keys.map(async (key) => [key, await pageAt(place, key)] as const)))
      const text = format === 'csv' ? lettersCsv(written, (key) => pages.get(key) ?? null) : lettersText(written)
      const day = new Date(clock.now()).toISOString().slice(0, 10)
      const file = await parts.save(`relink-requests-${day}.${format === 'csv' ? 'csv' : 'txt'}`, text)
      // Their links are still to be filled in: nobody was asked yet.
      return file === null ? null : { file, letters: written.length }
    },

    'issues:mailRelinkLetter': async ({ keys, subject, body, despite, ...place }) => {
      await team.mayChange()
      if (!despite && (await parts.heldBack(place, keys)).size > 0)
        throw new AppError('invalid-input', 'The customer was told not to relink: an outage is not over. No letter was opened.') // prettier-ignore
      await outside.mail(subject, body)
      const issues = await history.changeIssues({ place, keys, change: { requested: 'email' }, now: clock.now() })
      team.told()
      return issues
    },

    'issues:saveEvidence': async ({ keys, ...place }) => {
      const { fileName, zip, masked } = await evidenceFile(await inputOf(place, keys))
      const file = await parts.save(fileName, zip)
      return file === null ? null : { file, masked: masked.length }
    }
  }
  return {
    handlers,
    about,
    /**
     * Markdown, as in the evidence file.
     * @param told what of its content may be told
     * @throws AppError not-found, leak-refused
     */
    async evidence(place: Place, keys: readonly string[], told: <T>(content: T) => T): Promise<string> {
      const { issues, requests, workspace, ...input } = await inputOf(place, keys)
      const { texts } = await inTurns(evidenceFiles({ ...input, ...told({ issues, requests, workspace }) }))
      const pieces = texts.get('evidence.md') ?? []
      if (await masker.nameOfLeak(new Map([['evidence.md', pieces]])))
        throw new AppError('leak-refused', 'The evidence would hold a token.')
      return pieces.join('')
    }
  }

  async function inputOf(place: Place, keys: readonly string[]): Promise<EvidenceInput> {
    const issues = await healthOf(place, keys)
    const made = requestsFor(place, issues)
    const unknown = await parts.activity.unknownAbout(place, keys)
    const pages = (await parts.statusPages.list(place)).filter(({ state }) => state !== 'offered')
    const runbooks = await bestRunbooks(history, place, issues, clock.now())
    const due = await dueIn(parts, place)
    const { mappings } = await history.issueList({ place, now: clock.now() })
    const tickets = await Promise.all(keys.map((key) => parts.ticketOf(place, key)))
    const told = await Promise.all(issues.map(({ fields }) => parts.toldOf(place, textsOf(fields)('origin_id'))))
    return {
      madeAt: clock.now(),
      app: parts.about,
      workspace: { name: workspaces.nameOf(place.workspaceId), region: place.region },
      issues: issues.map((health, at) => ({
        runbook: writtenRunbook(runbooks[at]),
        record: Object.fromEntries(health.fields.map(({ field, value }) => [field, value])),
        health,
        requests: made.of(health),
        unknownChanges: unknown.get(health.key) ?? [],
        statusPage: pages.find((one) => one.integration === textsOf(health.fields)('integration_slug')) ?? null,
        due: due?.(health.key) ?? null,
        ticket: tickets[at] ?? null,
        drifts: driftsOf(mappings, health.key, textsOf(health.fields)('integration_slug')),
        told: told[at] ?? []
      })),
      requests: made.ofLists,
      masker
    }
  }

  /** What a ticket says about a connector: the evidence, as texts. Not masked. */
  async function about(place: Place, key: string) {
    const input = await inputOf(place, [key])
    const [one] = input.issues
    if (!one) throw new AppError('not-found', 'This connector has not been loaded yet. Refresh.')
    const { texts } = await inTurns(evidenceFiles(input))
    const { title, facts, words, notes } = issueText(one, { ...input, masked: [], leftOut: [] })
    const text = textsOf(one.health.fields)
    const file = (name: string, type: string) => ({ name, type, text: (texts.get(name) ?? []).join('') })
    return {
      ...{ title, facts, words, notes },
      files: [file('evidence.md', 'text/markdown'), file('evidence.json', 'application/json')],
      hasIssue: one.health.issues.some(({ closedAt }) => closedAt === null),
      connector: {
        ...{ key, endUser: text('end_user'), integrationSlug: text('integration_slug') },
        isTest: one.health.diagnosis.isTest ?? false
      }
    }
  }

  /** Includes sends; no bodies. Reads the calls once for all issues. */
  function requestsFor(place: Place, issues: readonly ConnectorHealth[]) {
    const lists = new Set(issues.map(({ diagnosis }) => listOf(diagnosis.category)))
    const keys = new Set(issues.map(({ key }) => key))
    const calls = parts.calls.find(({ workspaceId, region, path, connectorKey }) => {
      if (workspaceId !== place.workspaceId || region !== place.region) return null
      if (keys.has(connectorKey)) return connectorKey
      return lists.has(path) ? 'lists' : null
    }, callsNamed)
    const made = (name: string): RequestMade[] =>
      (calls.get(name) ?? []).map(({ workspaceId: _, at, ...call }) => ({ at: new Date(at).toISOString(), ...call }))
    return { of: ({ key }: ConnectorHealth) => made(key), ofLists: made('lists') }
  }

  /** In the order of `keys`. @throws AppError not-found */
  async function healthOf(place: Place, keys: readonly string[]): Promise<ConnectorHealth[]> {
    const now = clock.now()
    const found = await Promise.all(keys.map((key) => history.connector({ place, key, now })))
    const missing = found.findIndex((one) => one === null)
    if (missing >= 0)
      throw new AppError('not-found', `The connector ${keys[missing]} has not been loaded yet. Refresh.`)
    return found.filter((one) => one !== null)
  }
}
