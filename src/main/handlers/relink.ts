import { z } from 'zod'
import { AppError } from '../../shared/errors'
import type { Request } from '../../shared/ipc'
import type { ConnectorHealth } from '../../shared/connectors/health'
import type { Place } from '../../shared/workspaces/place'
import { freshRelinkSettings, relinkLetter, type RelinkSettings } from '../../shared/issues/relink/relink'
import { lettersText } from '../../shared/issues/relink/letters-text'
import { pageOf } from '../../shared/issues/relink/page-address'
import type { Clock } from '../base/clock'
import type { Outside } from '../base/outside'
import { zoneWriter } from '../base/zone-writer'
import { lettersCsv, relinkLetters } from '../health/relink-request'
import type { HealthStore } from '../health/store'
import type { Masker } from '../secrets/masker'
import { serving } from './handlers'

export interface RelinkParts {
  history: HealthStore
  clock: Clock
  masker: Pick<Masker, 'clean'>
  outside: Outside
  /** Cases may have changed here. */
  issuesChanged(): void
  /** @throws AppError team-read-only where others share their cases and this desk may only read them */
  mayChangeIssues(): Promise<void>
  /** How a workspace writes its requests. @throws AppError not-found */
  settingsOf(workspaceId: string): RelinkSettings | undefined
  /** Asks the operator for a place and writes the file. @returns its name, or null when no place was chosen */
  save(suggestedName: string, content: string): Promise<string | null>
}

/** The handlers of relink requests: letters to customers, and the dashboard's page that makes their links. */
export function relinkHandlers(parts: RelinkParts) {
  const { history, clock, masker, outside } = parts
  const settingsOf = (place: Place) => parts.settingsOf(place.workspaceId) ?? freshRelinkSettings

  async function letters({ keys, integrations, zone, ...place }: Request<'issues:relinkLetters'>) {
    const write = zoneWriter(zone)
    const issues = await healthOf(history, place, keys, clock.now())
    const facts = issues.map(({ key, diagnosis, fields }) => {
      const text = textsOf(fields)
      const slug = text('integration_slug')
      return {
        key,
        endUser: text('end_user'),
        integration: (Object.hasOwn(integrations, slug) ? integrations[slug] : undefined) ?? slug,
        category: diagnosis.category,
        originId: text('origin_id') || null,
        since: diagnosis.since,
        lastGoodSync: diagnosis.lastGoodSync
      }
    })
    return masker.clean(z.array(relinkLetter), relinkLetters(facts, settingsOf(place).template, write))
  }

  async function note(place: Place, keys: string[], requested: 'email' | 'file') {
    await history.changeIssues({ place, keys, change: { requested }, now: clock.now() })
    parts.issuesChanged()
  }

  async function idOf(place: Place, key: string): Promise<string> {
    const health = await history.connector({ place, key, now: clock.now() })
    return health ? textsOf(health.fields)('id') : ''
  }

  const pageAt = async (place: Place, key: string) => pageOf(settingsOf(place).pageAddress, await idOf(place, key))

  return serving({
    'issues:relinkLetters': letters,

    'issues:saveRelinkLetters': async ({ format, ...asked }) => {
      await parts.mayChangeIssues()
      const { workspaceId, region, keys } = asked
      const place = { workspaceId, region }
      const written = await letters(asked)
      const pages = new Map(await Promise.all(keys.map(async (key) => [key, await pageAt(place, key)] as const)))
      const text = format === 'csv' ? lettersCsv(written, (key) => pages.get(key) ?? null) : lettersText(written)
      const day = new Date(clock.now()).toISOString().slice(0, 10)
      const file = await parts.save(`relink-requests-${day}.${format === 'csv' ? 'csv' : 'txt'}`, text)
      if (file === null) return null
      await note(place, keys, 'file')
      return { file, letters: written.length }
    },

    'issues:mailRelinkLetter': async ({ keys, subject, body, ...place }) => {
      await parts.mayChangeIssues()
      await outside.mail(subject, body)
      await note(place, keys, 'email')
    },

    'connectors:openPage': async ({ key, ...place }) => {
      await outside.page(settingsOf(place).pageAddress, await idOf(place, key))
    }
  })
}

/** What is known of connectors, in the order asked for. @throws AppError not-found */
export async function healthOf(history: HealthStore, place: Place, keys: readonly string[], now: number) {
  const found = await Promise.all(keys.map((key) => history.connector({ place, key, now })))
  const missing = found.findIndex((one) => one === null)
  if (missing >= 0) throw new AppError('not-found', `The connector ${keys[missing]} has not been loaded yet. Refresh.`)
  return found.filter((one) => one !== null)
}

function textsOf(fields: ConnectorHealth['fields']): (field: string) => string {
  const values = new Map(fields.map(({ field, value }) => [field, value]))
  return (field) => {
    const value = values.get(field)
    return typeof value === 'string' ? value : ''
  }
}
