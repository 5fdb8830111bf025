import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { largestSample, teamKinds } from '../../shared/team/kinds'
import { mappingKey } from '../../shared/mappings/mapping-issue'
import type { Place } from '../../shared/workspaces/place'
import type { Encryption } from '../secrets/encryption'
import type { GuardTold, SharedGuardRow, SharedGuards } from '../store/tables/mappings/shared-guards'
import { guardId, lookId } from '../store/tables/team/outbox'
import type { OfMapping } from './encrypted-items'
import { freshContent, keptSample, numbersOf, type ClosedSample, type Content, type KeptSample } from './guard-content'
import type { MappingParts } from './parts'
import type { ScopeNames } from './scope-names'

type Parts = Pick<MappingParts, 'masker' | 'teamKey' | 'now'> & {
  history: Pick<MappingParts['history'], 'sharedGuards' | 'tellGuards'>
}

/** Bytes of an opened sample. */
const largest = 1_000_000

/** What a team keeps mappings right by: expectations without a value, and encrypted samples where the team allows them. */
export class TeamGuards {
  /** Of each place, what the team was told under: its id, and whether it allows samples. */
  private readonly toldUnder = new Map<string, string>()
  private readonly heardOf = new Map<string, string>()

  constructor(
    private readonly parts: Parts,
    private readonly names: ScopeNames
  ) {}

  /** @returns whether all has to be told anew */
  async isNew(place: Place): Promise<boolean> {
    const shared = await this.parts.history.sharedGuards({ place, of: { fieldId: '', scope: '' } })
    if (!shared?.writes || (shared.samples && !(await this.parts.teamKey(place, shared)))) return false
    return isOther(this.toldUnder, place, `${shared.team} ${shared.samples}`)
  }

  /** @returns what the team's newest checks say, and deleted mappings; null where nothing came since it was asked for */
  async heard(place: Place, own: () => Promise<Content[]>): Promise<{ contents: Content[]; gone: OfMapping[] } | null> {
    const { sharedGuards } = this.parts.history
    const about = await sharedGuards({ place, of: { fieldId: '', scope: '' } })
    if (!about || !isOther(this.heardOf, place, about.mark)) return null
    const { service, rows } = (await sharedGuards({ place, of: null })) ?? about
    const gone = rows.flatMap(({ kind, id, field: fieldId, scope }) =>
      kind === 'dropped' && id === lookId(service, fieldId, scope) ? { fieldId, scope } : []
    )
    return { contents: await this.all(place, await own()), gone }
  }

  /** With what colleagues share of the same mapping. */
  async merged(place: Place, own: Content): Promise<Content> {
    const { fieldId, scope } = own
    const shared = await this.parts.history.sharedGuards({ place, of: { fieldId, scope } })
    return shared ? this.with(place, own, shared, await this.keyOf(place, shared)) : own
  }

  /** Also mappings that only colleagues keep something of. */
  async all(place: Place, own: readonly Content[]): Promise<Content[]> {
    const shared = await this.parts.history.sharedGuards({ place, of: null })
    if (!shared) return [...own]
    const key = await this.keyOf(place, shared)
    const known = new Map(own.map((one) => [mappingKey(one.fieldId, one.scope), one]))
    for (const { kind, field, scope } of shared.rows)
      if (kind !== 'dropped' && !known.has(mappingKey(field, scope)))
        known.set(mappingKey(field, scope), freshContent(field, scope))
    return Promise.all([...known.values()].map((one) => this.with(place, one, shared, key)))
  }

  private keyOf(place: Place, shared: SharedGuards): Promise<Encryption | null> {
    return shared.rows.some(({ kind }) => kind === 'sample') ? this.parts.teamKey(place, shared) : Promise.resolve(null)
  }

  private async with(place: Place, own: Content, { rows }: SharedGuards, key: Encryption | null): Promise<Content> {
    const dropped = new Set(rows.flatMap(({ kind, id }) => (kind === 'dropped' ? id : [])))
    const samples = new Map(own.samples.flatMap((one) => (dropped.has(one.id) ? [] : [[one.id, one]])))
    const of = rows.filter(({ field, scope }) => field === own.fieldId && scope === own.scope)
    const closed: ClosedSample[] = []
    for (const row of of) {
      const known = samples.get(row.id)
      if (row.kind !== 'sample' || !key || (known && known.keptAt >= row.at)) continue
      const theirs = opened(key, row)
      if (theirs) samples.set(row.id, { ...theirs, by: row.maker })
      else if (!known) closed.push({ id: row.id, by: row.maker, source: await this.nameOf(place, row.key), at: row.at })
    }
    const content = { ...own, samples: [...samples.values()], closed }
    const row = of.find(({ kind }) => kind === 'expected')
    if (!row) return content
    const look = of.find(({ kind }) => kind === 'looked')
    const expecting = await this.expecting(place, content, row)
    return look ? lookedAt(expecting, row, look) : expecting
  }

  /** A later save of a colleague is what fresh records are compared with. */
  private async expecting(place: Place, own: Content, row: SharedGuardRow): Promise<Content> {
    const theirs = teamKinds.guard.expected.safeParse(JSON.parse(row.content)).data
    if (!theirs?.key || theirs.at <= (own.kept?.at ?? 0)) return own
    // The own one of the same expression says more.
    if (own.kept && own.expression === theirs.expression) return own
    const { fieldId: _, scope: _scope, key, path, expression, ...numbers } = theirs
    const source = { key, name: await this.nameOf(place, key), path }
    const kept = { ...numbers, source, digests: [], keys: [] }
    const others = own.expression === expression ? own.others : []
    return { ...own, expression, kept, look: null, others, details: null, finding: null, keptBy: row.maker }
  }

  private async nameOf(place: Place, key: string | null): Promise<string> {
    return key === null ? '' : ((await this.names.connector(place, key)).endUser ?? key)
  }

  /** Bytes of samples that the team would take if they were smaller, by id. */
  async tooLarge(place: Place, { fieldId, scope, samples }: Content): Promise<Map<string, number>> {
    const of = { fieldId, scope }
    const shared = samples.length > 0 ? await this.parts.history.sharedGuards({ place, of }) : null
    const key = shared?.samples ? await this.parts.teamKey(place, shared) : null
    // To compress each of them on each letter that is typed would take long.
    const large = samples.filter(({ record }) => record.length > largestSample / 2)
    const sizes = key ? large.map((one) => [one.id, closed(key, of, one).length] as const) : []
    return new Map(sizes.filter(([, size]) => size > largestSample))
  }

  /** @param before null: all of it may be unknown to the team @returns whether anything waits for it */
  async tell(place: Place, before: Content | null, next: Content): Promise<boolean> {
    const { fieldId, scope, samples, kept, look, finding, expression } = next
    const shared = await this.parts.history.sharedGuards({ place, of: { fieldId, scope } })
    if (!shared?.writes) return false
    const of = { fieldId, scope }
    const told: GuardTold[] = []
    const subject = guardId(shared.service, fieldId, scope)
    if (kept && expression !== null) {
      const { source, ...numbers } = numbersOf(kept)
      const value = { ...of, ...numbers, key: source.key, path: source.path, expression }
      told.push({
        field: 'expected',
        subject,
        at: kept.at,
        value: { ...value, expression: this.parts.masker.mask(expression) }
      })
    } else if (before?.kept) told.push({ field: 'dropped', subject, at: 0, value: true })
    const looked = lookId(shared.service, fieldId, scope)
    if (kept && look && finding && look.at !== before?.look?.at) {
      const { source, ...numbers } = numbersOf(look)
      const field = this.parts.masker.mask(finding.field)
      const value = { ...of, ...numbers, key: source.key, kept: kept.at, field, reasons: finding.reasons }
      told.push({ field: 'looked', subject: looked, at: look.at, value })
    } else if (before?.finding && expression === null)
      told.push({ field: 'dropped', subject: looked, at: 0, value: true })
    const stay = new Set(samples.map(({ id }) => id))
    for (const { id } of next.closed) stay.add(id)
    for (const { id } of [...(before?.samples ?? []), ...(before?.closed ?? [])])
      if (!stay.has(id)) told.push({ field: 'dropped', subject: id, at: 0, value: true })
    const key = shared.samples ? await this.parts.teamKey(place, shared) : null
    const known = new Map(before?.samples.map((one) => [one.id, one.keptAt]))
    for (const sample of key ? samples : []) {
      if (!key || known.get(sample.id) === sample.keptAt) continue
      const encrypted = closed(key, of, sample)
      // Of a token of before it is told anew.
      const row = shared.rows.find(({ id, kind }) => id === sample.id && kind === 'sample')
      const at = before || !row || opened(key, row) ? sample.keptAt : Math.max(this.parts.now(), row.at + 1)
      const about = { ...of, key: sample.of?.key ?? null, at }
      if (encrypted.length <= largestSample)
        told.push({ field: 'sample', subject: sample.id, at, value: { ...about, encrypted } })
    }
    if (told.length > 0) await this.parts.history.tellGuards({ place, told })
    return told.length > 0
  }
}

/** @returns whether it is not as it was at the last time of asking */
function isOther(known: Map<string, string>, { workspaceId, region }: Place, now: string): boolean {
  const name = `${workspaceId} ${region}`
  if (known.get(name) === now) return false
  known.set(name, now)
  return true
}

/** With a later check by a colleague or a walker, if it was compared with what is kept here. */
function lookedAt(content: Content, { at: since }: SharedGuardRow, row: SharedGuardRow): Content {
  const theirs = teamKinds.guard.looked.safeParse(JSON.parse(row.content)).data
  const { kept, look } = content
  if (!theirs || !kept || theirs.kept !== since || kept.at > since || theirs.key !== kept.source.key) return content
  if (theirs.at <= Math.max(look?.at ?? 0, kept.at)) return content
  const { fieldId: _, scope: _scope, key: _key, kept: _kept, field, reasons, ...numbers } = theirs
  const seen = { ...numbers, source: kept.source, digests: [], keys: [] }
  return { ...content, look: seen, details: null, finding: { field, reasons } }
}

const nameOf = (id: string, { fieldId, scope }: OfMapping) => `shared sample ${JSON.stringify([id, fieldId, scope])}`

function closed(key: Encryption, of: OfMapping, sample: KeptSample): string {
  return key.encrypt(nameOf(sample.id, of), deflateRawSync(JSON.stringify(sample))).toString('base64')
}

/** null for what another token encrypted, or what is no sample */
function opened(key: Encryption, { id, field: fieldId, scope, content }: SharedGuardRow): KeptSample | null {
  try {
    const text = key.open(nameOf(id, { fieldId, scope }), Buffer.from(content, 'base64'))
    const read = JSON.parse(inflateRawSync(text, { maxOutputLength: largest }).toString('utf8')) as unknown
    const sample = keptSample.safeParse(read).data
    return sample?.id === id ? sample : null
  } catch {
    return null
  }
}
