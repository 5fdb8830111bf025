import { randomUUID } from 'node:crypto'
import { AppError, toAppError } from '../../shared/errors'
import type { Request, Response } from '../../shared/ipc'
import {
  driftOf,
  judged,
  keptSamples,
  type GuardChange,
  type GuardView,
  type KeptProfile,
  type LookDetails
} from '../../shared/mappings/guard'
import { mappingKey, type LookSource, type MappingFinding } from '../../shared/mappings/mapping-issue'
import { reasonWords } from '../../shared/mappings/drift-words'
import type { SampleOrigin } from '../../shared/mappings/lab'
import type { CustomField, MappingScope } from '../../shared/mappings/mapping'
import { isOtherModel, modelOfPath } from '../../shared/mappings/tested-on'
import { placeOf, type Place } from '../../shared/workspaces/place'
import { refused } from './checks'
import type { FieldReads } from './reader'
import { EncryptedItems, type OfMapping } from './encrypted-items'
import {
  concluded,
  freshContent,
  guardContent,
  isSource,
  nothing,
  numbersOf,
  pairsOf,
  waysChanged,
  without,
  type Content,
  type KeptSample,
  type TriedSamples
} from './guard-content'
import type { HeldSet } from './lab/sets'
import { quietly, type MappingParts } from './parts'
import type { GuardLab } from './trial'
import type { ScopeNames } from './scope-names'
import { TeamGuards } from './team-guards'

/** `field`: its name, where the service does not tell it. `countsOnly`: no example of what changed is kept. */
export type AskedLook = OfMapping & { field: string; source: LookSource; countsOnly?: boolean }

type GuardParts = Pick<
  MappingParts,
  'lab' | 'encrypting' | 'driftChanged' | 'forgetToo' | 'masker' | 'now' | 'teamKey' | 'teamTold'
> & {
  history: Pick<
    MappingParts['history'],
    | 'encryptedItem'
    | 'encryptedItems'
    | 'putEncryptedItem'
    | 'removeEncryptedItem'
    | 'removeEncryptedItems'
    | 'settleMappings'
    | 'sharedGuards'
    | 'tellGuards'
    | 'forgottenConnectors'
    | 'removeForgotten'
    | 'placesOf'
  >
}

const recordsOfLook = 200
const mostOthers = 3
/** ms: clocks differ by less. */
const day = 86_400_000
/** Of a place. Those without samples go first, the oldest before newer ones; samples never go by themselves. */
export const mostGuards = 500
/** Without an end of its own: the thread has limits. */
const unending = () => new AbortController().signal

export const scopeKeyOf = (scope: MappingScope): string =>
  scope.kind === 'integration' ? `integration:${scope.slug}` : `connector:${scope.key ?? ''}`

export const scopeOf = (key: string): MappingScope => {
  const rest = key.slice(key.indexOf(':') + 1)
  return key.startsWith('connector:') ? { kind: 'connector', key: rest || null } : { kind: 'integration', slug: rest }
}

/** Keeps mappings right: samples with what is expected of them, and what fresh records are compared with. */
export class Guards {
  readonly items: EncryptedItems<Content>
  private readonly team: TeamGuards
  private readonly turns = new Map<string, Promise<unknown>>()
  /** How often each was saved or deleted in this run. */
  private readonly saves = new Map<string, number>()
  /** How often customers were forgotten in this run. */
  private forgets = 0

  constructor(
    private readonly parts: GuardParts,
    private readonly names: ScopeNames,
    /** What is saved now; null: no mapping. */
    private readonly saving: (
      place: Place,
      of: OfMapping,
      signal: AbortSignal,
      reads?: FieldReads
    ) => Promise<{ expression: string; field: string | null } | null>
  ) {
    this.team = new TeamGuards(parts, names)
    this.items = new EncryptedItems(parts.history, parts.encrypting, { kind: 'guard', content: guardContent })
  }

  /** @param expression empty: nothing is tried */
  async view(place: Place, of: OfMapping, expression: string, signal: AbortSignal): Promise<GuardView> {
    return this.seen(place, await this.content(place, of), expression, signal)
  }

  /**
   * One of the samples: kept, dropped, expected anew, or its record renewed.
   * @throws AppError not-found for a dropped set; too-large; bad-response for an expression that cannot be tried
   */
  async change(
    place: Place,
    { change, expression, ...of }: OfMapping & { change: GuardChange; expression: string },
    signal: AbortSignal
  ): Promise<GuardView> {
    const next = await this.inTurn(place, of, async (content) => {
      if (change.kind === 'keep' && content.samples.length === 0) await this.checkRoom(place)
      const closed = content.closed.filter(({ id }) => change.kind !== 'drop' || id !== change.id)
      return { ...content, closed, samples: await this.changed(place, content.samples, change, expression, signal) }
    })
    return this.seen(place, next, expression, signal)
  }

  /**
   * Fetches records and compares what the saved expression gives with what it gave on records of the same connector
   * when it was saved; a first look is kept to compare with.
   * @throws AppError the errors of a fetch; outdated where no mapping is saved
   */
  async look(of: Omit<Request<'mappings:look'>, 'requestId'>, signal: AbortSignal): Promise<Response<'mappings:look'>> {
    const { lab } = this.parts
    const { fieldId, scope, field, key, name, path } = of
    const place = placeOf(of)
    const set = await lab.service.takeCollection({ ...of, most: recordsOfLook, requestId: '' }, signal)
    const asked = { fieldId, scope, field, source: { key, name, path } }
    const { content, expression } = await this.compare(place, asked, lab.held(place, set.id).records, signal)
    return { set, guard: await this.seen(place, content, expression, signal) }
  }

  /**
   * Looks at mappings one after another: records of a source are fetched once for all of them, and each field is read
   * once. Keeps no record.
   * @param seen after each of them
   * @returns those that could not be looked at, and why
   */
  async lookAtAll(
    place: Place,
    all: readonly AskedLook[],
    signal: AbortSignal,
    seen: (done: number) => void = () => undefined
  ): Promise<(OfMapping & { why: string })[]> {
    const failed: (OfMapping & { why: string })[] = []
    const reads: FieldReads = new Map()
    const sourceOf = ({ source }: AskedLook) => JSON.stringify([source.key, source.path])
    const inOrder = all.toSorted((a, b) => sourceOf(a).localeCompare(sourceOf(b)))
    let last: { of: string; fetched: ReturnType<GuardLab['service']['collection']> } | undefined
    for (const [at, one] of inOrder.entries()) {
      const of = sourceOf(one)
      if (last?.of !== of) {
        const asked = { ...place, ...one.source, most: recordsOfLook }
        last = { of, fetched: this.parts.lab.service.collection(asked, signal) }
      }
      try {
        await this.compare(place, one, (await last.fetched).payloads.records, signal, reads)
      } catch (thrown) {
        if (signal.aborted) throw thrown
        failed.push({ fieldId: one.fieldId, scope: one.scope, why: toAppError(thrown).message })
      }
      seen(at + 1)
    }
    return failed
  }

  /** Mappings whose last look is from before, of connectors that are still there, the oldest first. @param before ms since 1970 */
  async due(place: Place, before: number): Promise<AskedLook[]> {
    const all = await this.team.all(place, await this.items.list(place))
    const due = all
      .flatMap(({ fieldId, scope, kept, look }) =>
        kept ? [{ fieldId, scope, field: fieldId, source: kept.source, countsOnly: true, at: look?.at ?? kept.at }] : []
      )
      // A save on a desk whose clock runs far ahead puts off no check.
      .filter(({ at }) => at <= before || at > this.parts.now() + day)
      .sort((a, b) => a.at - b.at)
    const there = new Set<string>()
    for (const key of new Set(due.map(({ source }) => source.key))) {
      const found = await this.parts.history.placesOf({ places: [place], id: key.slice(key.indexOf(':') + 1) })
      if (found.some((one) => one.key === key)) there.add(key)
    }
    return due.filter(({ source }) => there.has(source.key))
  }

  private async compare(
    place: Place,
    { source, field, countsOnly = false, ...of }: AskedLook,
    records: readonly Uint8Array[],
    signal: AbortSignal,
    reads?: FieldReads
  ) {
    const before = [this.saves.get(nameOf(place, of)), this.forgets]
    const found = await this.saving(place, of, signal, reads)
    if (found === null) throw new AppError('outdated', 'This mapping is no longer saved.')
    const { expression } = found
    const content = await this.inTurn(place, of, async (content) => {
      // It is of an expression that is no longer saved, or maybe of a customer that is forgotten.
      if (this.saves.get(nameOf(place, of)) !== before[0] || this.forgets !== before[1]) return content
      const counted = await this.parts.lab.engine.profile({ records, expression, salt: content.salt }, signal)
      const look = { ...counted, at: this.parts.now(), source }
      const looked = await this.looked(content, { look, records: countsOnly ? [] : records, expression }, signal)
      const isOther = content.expression !== null && content.expression !== expression
      const reasons = isOther ? null : concluded(looked)
      const next = { ...looked, finding: reasons && { field: found.field ?? field, reasons } }
      await this.settle(place, isOther ? [savedOver(of)] : await this.findings(place, next))
      return next
    })
    return { content, expression }
  }

  private async looked(
    content: Content,
    { look, records, expression }: Omit<Look, 'kept'>,
    signal: AbortSignal
  ): Promise<Content> {
    const known = content.expression === expression ? pairsOf(content) : []
    const same = known.find(({ kept }) => isSource(kept, look))
    const others = known.filter((one) => one !== same).slice(0, mostOthers)
    // Of too few records nothing can be said.
    const isSmall = same !== undefined && same.kept.records < Math.min(judged.fewest, look.records)
    const kept = same && !isSmall ? same.kept : look
    const of = { kept, look, records, expression }
    const details = kept === look ? null : await this.details(content.samples, of, signal)
    const keptBy = kept === content.kept ? content.keptBy : null
    return { ...content, expression, kept, look, others, details, keptBy }
  }

  private async findings(place: Place, content: Content): Promise<MappingFinding[]> {
    const { fieldId, scope, kept, look, finding } = content
    if (!kept || !look || !finding) return []
    const { field, reasons } = finding
    const scopeName = await this.names.of(place, scopeOf(scope))
    const numbers = { kept: numbersOf(kept), look: numbersOf(look) }
    const facts = { fieldId, field, scope, scopeName, source: look.source, ...numbers, reasons }
    return [{ key: keyOf(content), state: reasons.length > 0 ? 'drifted' : 'fits', since: look.at, facts }]
  }

  /** What colleagues and walkers found is an issue here as well, and ends where they ended it. */
  async hear(place: Place): Promise<void> {
    const heard = await this.team.heard(place, () => this.items.list(place))
    if (!heard) return
    const findings = heard.gone.map((of): MappingFinding => ({ key: keyOf(of), state: 'gone', since: 0, facts: null }))
    for (const content of heard.contents) {
      const isNew = content.look === null && content.keptBy !== null
      findings.push(...(isNew ? [savedOver(content)] : await this.findings(place, content)))
    }
    await this.settle(place, findings)
  }

  /** Of all mappings: what is kept, and how the samples of the named ones end. */
  async list(
    place: Place,
    mappings: readonly (OfMapping & { expression: string })[],
    signal: AbortSignal
  ): Promise<Response<'mappings:guards'>> {
    const named = new Map(mappings.map(({ fieldId, scope, expression }) => [mappingKey(fieldId, scope), expression]))
    const views: Response<'mappings:guards'> = []
    for (const content of await this.team.all(place, await this.items.list(place))) {
      const { fieldId, scope } = content
      const expression = named.get(mappingKey(fieldId, scope))
      if (expression === undefined) continue
      const { samples, kept, look, drift } = await this.seen(place, content, expression, signal)
      const isOf = content.expression === expression
      const failing = samples.filter(({ passes }) => !passes).length
      views.push({
        ...{ fieldId, scope, samples: samples.length, failing },
        ...(isOf ? { kept, look, drift } : { kept: null, look: null, drift: [] })
      })
    }
    return views
  }

  /**
   * Tries the samples before a save.
   * @returns how many there are, and how many of colleagues cannot be opened here
   * @throws AppError invalid-input with `fields.expression` for the first that fails
   */
  async check(place: Place, of: OfMapping, expression: string, signal: AbortSignal): Promise<TriedSamples> {
    const { samples, closed } = await this.view(place, of, expression, signal)
    const failing = samples.filter(({ passes }) => !passes)
    const [first] = failing
    if (!first) return { tried: samples.length, closed: closed.length }
    const others = failing.length > 1 ? ` So do ${failing.length - 1} others.` : ''
    throw refused('expression', `The kept sample ${first.label} no longer gives what is expected.${others}`)
  }

  /**
   * For a mapping of an unknown scope.
   * @throws AppError invalid-input with `fields.expression` if the field has samples, as they cannot be tried
   */
  async checkBare(place: Place, fieldId: string): Promise<void> {
    const all = await this.team.all(place, await this.items.list(place))
    if (!all.some((one) => one.fieldId === fieldId && one.samples.length > 0)) return
    throw refused('expression', 'The mapping cannot be read now, so its kept samples cannot be tried. Try again later.')
  }

  /** What the expression gives otherwise on sample data than was kept of the same connector; [] where nothing compares. */
  async differences(place: Place, of: OfMapping, expression: string, sampleId: string): Promise<string[]> {
    const { kept, keptBy, salt } = await this.content(place, of)
    const held = kept && (await quietly((async () => this.parts.lab.held(place, sampleId))()))
    const look = held && (await quietly(this.profile(held, expression, salt)))
    if (!kept || !look || !isSource(kept, look)) return []
    const whose = keptBy === null ? 'the last save' : `${keptBy}’s save`
    return (driftOf(kept, look) ?? []).map((reason) => `Other than at ${whose}: ${reasonWords(reason, kept, look)}.`)
  }

  /** A save was carried out: fresh records are compared with what it gives on the sample it was tested on. */
  async saved(
    place: Place,
    { field, ...of }: OfMapping & { field: Pick<CustomField, 'category' | 'model'> },
    expression: string,
    sampleId: string | null
  ): Promise<void> {
    const found = sampleId === null ? null : await quietly((async () => this.parts.lab.held(place, sampleId))())
    // Other records say nothing about this mapping.
    const held = found && isOf(found.set.of, scopeOf(of.scope), field) ? found : null
    await this.inTurn(place, of, async (content) => {
      this.noteSave(place, of)
      await this.settle(place, [savedOver(of)])
      const profile = held && (await quietly(this.profile(held, expression, content.salt)))
      // Of two saves the later one counts, whenever their records were read.
      const kept = profile && { ...profile, at: this.parts.now() }
      return kept || content.kept || content.at > 0 ? { ...content, ...nothing, expression, kept, look: kept } : content
    })
  }

  /** The mapping is deleted: nothing is compared any more. Its samples stay for the next one. */
  async removed(place: Place, removed: readonly OfMapping[]): Promise<void> {
    for (const of of removed)
      await this.inTurn(place, of, async (content) => {
        this.noteSave(place, of)
        await this.settle(place, [{ key: keyOf(of), state: 'gone', since: 0, facts: null }])
        return content.kept || content.at > 0 ? { ...content, ...nothing } : content
      })
  }

  /** The field is deleted: nothing of it stays. */
  async removedField(place: Place, fieldId: string): Promise<void> {
    const all = await this.team.all(place, await this.items.list(place))
    const own = all.filter((one) => one.fieldId === fieldId)
    await this.removed(place, own)
    for (const one of own) await this.inTurn(place, one, async () => null)
  }

  /** Customers are forgotten, here or by a colleague: their records go, and what was counted on them. */
  async forget(): Promise<void> {
    const connectors = await this.parts.history.forgottenConnectors()
    if (connectors.length === 0) return
    // What is being kept now is of records from before.
    this.forgets++
    await Promise.allSettled(this.turns.values())
    await this.parts.forgetToo(connectors)
    const places = new Map(connectors.map((one) => [`${one.workspaceId} ${one.region}`, placeOf(one)]))
    for (const place of places.values()) {
      const isHere = (one: Place) => one.workspaceId === place.workspaceId && one.region === place.region
      const keys = new Set(connectors.flatMap((one) => (isHere(one) ? one.key : [])))
      for (const of of await this.items.list(place))
        // What a colleague dropped is hidden, but still there.
        if (without(of, keys) !== of) await this.inTurn(place, of, async (content) => ({ ...without(content, keys) }))
    }
    // What cannot be opened now is looked through later.
    if (await this.parts.encrypting()) await this.parts.history.removeForgotten({ connectors })
  }

  /** Tells the team of what it lacks, once for each leave that it gives. */
  async share(place: Place): Promise<void> {
    if (!(await this.team.isNew(place))) return
    for (const content of await this.items.list(place))
      if (await this.team.tell(place, null, content)) this.parts.teamTold()
  }

  /**
   * One change of a mapping's content waits for the one before, so none is lost.
   * @param change null drops the content, the same leaves it
   * @param tells the team is told of what is dropped
   */
  private async inTurn(
    place: Place,
    of: OfMapping,
    change: (content: Content) => Promise<Content | null>,
    tells = true
  ): Promise<Content> {
    const act = async () => {
      const before = await this.content(place, of)
      const next = await change(before)
      if (next === null) {
        await this.items.drop(place, of)
        if (tells && (await this.team.tell(place, before, { ...before, ...nothing, samples: [] })))
          this.parts.teamTold()
      }
      if (next === null || next === before) return { content: before, isNew: false }
      const known = new Set(before.samples)
      const samples = next.samples.map((one) => (known.has(one) ? one : { ...one, by: null }))
      const content = { ...next, samples, at: this.parts.now() }
      // A colleague's sample stays the team's, until this desk changes it.
      await this.items.put(place, { ...content, closed: [], samples: samples.filter(({ by }) => by === null) })
      if (await this.team.tell(place, before, content)) this.parts.teamTold()
      return { content, isNew: before.at === 0 }
    }
    const name = nameOf(place, of)
    const own = (this.turns.get(name) ?? Promise.resolve()).then(act, act)
    this.turns.set(name, own)
    const { content, isNew } = await own.finally(() => this.turns.get(name) === own && this.turns.delete(name))
    if (isNew) await this.makeRoom(place)
    return content
  }

  private noteSave(place: Place, of: OfMapping): void {
    const name = nameOf(place, of)
    this.saves.set(name, (this.saves.get(name) ?? 0) + 1)
  }

  private async content(place: Place, of: OfMapping): Promise<Content> {
    const { fieldId, scope } = of
    const found = await this.items.get(place, of)
    return this.team.merged(place, found ?? freshContent(fieldId, scope))
  }

  /** @throws AppError too-large */
  private async checkRoom(place: Place): Promise<void> {
    const all = await this.items.list(place)
    if (all.filter(({ samples }) => samples.length > 0).length < mostGuards) return
    throw new AppError('too-large', `Samples of ${mostGuards} mappings are kept here, and no more. Drop some first.`)
  }

  private async makeRoom(place: Place): Promise<void> {
    const all = await this.items.list(place)
    const bare = all.filter(({ samples }) => samples.length === 0).reverse()
    for (const one of bare.slice(0, Math.max(0, all.length - mostGuards)))
      await this.inTurn(place, one, async (content) => (content.samples.length === 0 ? null : content), false)
  }

  private async settle(place: Place, findings: MappingFinding[]): Promise<void> {
    const { history, now, driftChanged } = this.parts
    if (findings.length > 0 && (await history.settleMappings({ place, findings, at: now() }))) driftChanged(place)
  }

  private async seen(place: Place, content: Content, expression: string, signal: AbortSignal): Promise<GuardView> {
    const { fieldId, scope, samples, closed, kept, look, details, finding, keptBy } = content
    const isTried = expression.trim() !== '' && samples.length > 0
    const gives = isTried ? await this.results(samples, expression, signal) : []
    const tooLarge = await this.team.tooLarge(place, content)
    return {
      ...{ fieldId, scope, closed, details, keptBy },
      samples: samples.map(({ record: _, ...sample }, at) => {
        const one = gives[at]
        const text = one && ('json' in one ? one.json : one.problem)
        const passes = !one || ('json' in one && one.json === sample.expected)
        return { ...sample, gives: text ?? null, passes, tooLarge: tooLarge.get(sample.id) ?? null }
      }),
      kept: kept && numbersOf(kept),
      look: look && numbersOf(look),
      drift: finding?.reasons ?? (kept && look ? (driftOf(kept, look) ?? []) : []),
      isKept: (await this.parts.encrypting()) !== null
    }
  }

  private results(samples: readonly KeptSample[], expression: string, signal: AbortSignal) {
    const records = samples.map(({ record }) => Buffer.from(record))
    return this.parts.lab.engine.results({ records, expression }, signal).catch((thrown: unknown) => {
      // An expression that cannot be read gives nothing on any sample.
      if (!(thrown instanceof AppError) || thrown.code !== 'bad-response') throw thrown
      return samples.map(({ label }) => ({ problem: thrown.message, label }))
    })
  }

  private async changed(
    place: Place,
    samples: readonly KeptSample[],
    change: GuardChange,
    expression: string,
    signal: AbortSignal
  ): Promise<KeptSample[]> {
    const { engine } = this.parts.lab
    const result = async (record: Uint8Array) => {
      const [one] = await engine.results({ records: [record], expression }, signal)
      if (!one || !('json' in one)) throw new AppError('bad-response', one?.problem ?? 'It gives nothing.')
      return one
    }
    if (change.kind === 'drop') return samples.filter(({ id }) => id !== change.id)
    if (change.kind === 'expect') {
      const sample = samples.find(({ id }) => id === change.id)
      if (!sample) throw new AppError('not-found', 'This sample is no longer kept.')
      const expected = (await result(Buffer.from(sample.record))).json
      return samples.map((one) => (one === sample ? { ...one, expected, keptAt: this.parts.now() } : one))
    }
    const { set, records } = this.parts.lab.held(place, change.setId)
    if (set.itemsOf !== null) throw refused('sample', 'An item of a list is only a part of a payload.')
    if (change.kind === 'renew') return this.renewed(samples, { set, records }, signal)
    const asTaken = records[change.index]
    if (!asTaken) throw new AppError('not-found', 'This sample data has no such record.')
    // A pasted record may hold a token.
    const record = Buffer.from(this.parts.masker.mask(Buffer.from(asTaken).toString('utf8')))
    if (samples.length >= keptSamples.most)
      throw new AppError('too-large', `A mapping keeps ${keptSamples.most} samples.`)
    checkSize(record)
    const own = change.anonymous ? await engine.anonymized(record, expression, signal) : record
    const { json, label } = await result(own)
    const about = { id: randomUUID(), isAnonymous: change.anonymous, of: set.of, keptAt: this.parts.now(), by: null }
    return [...samples, { ...about, label, expected: json, record: Buffer.from(own).toString('utf8') }]
  }

  /**
   * By the label, which is an ID or a name: of the same connector, as customers share numbers.
   * @throws AppError not-found for a set with none of them; too-large
   */
  private async renewed(
    samples: readonly KeptSample[],
    { set, records }: Pick<HeldSet, 'set' | 'records'>,
    signal: AbortSignal
  ) {
    const labels = await this.labels(records, signal)
    const renewed = samples.map((sample) => {
      const isOwn = !sample.isAnonymous && set.of !== null && isFrom(sample, set.of.key, set.of.model)
      const record = isOwn ? records[labels.get(sample.label) ?? -1] : undefined
      if (!record) return sample
      const masked = this.parts.masker.mask(Buffer.from(record).toString('utf8'))
      checkSize(Buffer.from(masked))
      return { ...sample, record: masked, keptAt: this.parts.now() }
    })
    if (renewed.every((one, at) => one === samples[at]))
      throw new AppError('not-found', 'No record of a kept sample is among these, or they are of another connector.')
    return renewed
  }

  private async labels(records: readonly Uint8Array[], signal: AbortSignal): Promise<Map<string, number>> {
    const results = await this.parts.lab.engine.results({ records, expression: '`1`' }, signal)
    const labels = new Map<string, number>()
    // A mere number names no record, and an ambiguous label none.
    for (const [at, { label }] of results.entries())
      if (!label.startsWith('#')) labels.set(label, labels.has(label) ? -1 : at)
    return labels
  }

  private async details(
    samples: readonly KeptSample[],
    { kept, look, records, expression }: Look,
    signal: AbortSignal
  ): Promise<LookDetails> {
    const results = await this.parts.lab.engine.results({ records, expression }, signal)
    const { source } = look
    const own = samples.filter((one) => !one.isAnonymous && isFrom(one, source.key, modelOfPath(source.path)))
    const changed = own.flatMap(({ label, expected }) => {
      const found = label.startsWith('#') ? [] : results.filter((one) => one.label === label)
      const [one] = found
      if (found.length !== 1 || !one) return []
      const now = 'json' in one ? one.json : one.problem
      return now === expected ? [] : [{ label, before: cut(expected), now: cut(now) }]
    })
    return { changed: changed.slice(0, 3), changedTotal: changed.length, ...waysChanged(kept, look, expression) }
  }

  private async profile(held: HeldSet, expression: string, salt: string): Promise<KeptProfile | null> {
    const { set, path } = held
    const records = held.records.slice(0, recordsOfLook)
    if (path === null || set.of === null || set.of.key === null) return null
    const counted = await this.parts.lab.engine.profile({ records, expression, salt }, unending())
    return { ...counted, at: set.readAt, source: { key: set.of.key, name: set.name, path } }
  }
}

interface Look {
  kept: KeptProfile
  look: KeptProfile
  records: readonly Uint8Array[]
  expression: string
}

function isOf(
  of: SampleOrigin | null,
  scope: MappingScope,
  { category, model }: Pick<CustomField, 'category' | 'model'>
): boolean {
  if (!of || isOtherModel(of.model, model)) return false
  if (category && category.toUpperCase() !== of.category) return false
  return scope.kind === 'connector' ? of.key === scope.key : of.slug === scope.slug
}

const savedOver = (of: OfMapping): MappingFinding => ({ key: keyOf(of), state: 'saved', since: 0, facts: null })

const isFrom = ({ of }: KeptSample, key: string | null, model: string | null | undefined) =>
  of !== null && of.key !== null && of.key === key && !isOtherModel(of.model, model)

/** @throws AppError too-large */
function checkSize(record: Uint8Array): void {
  if (record.length > keptSamples.bytes) throw new AppError('too-large', 'This record is larger than 500 kB.')
}

const nameOf = ({ workspaceId, region }: Place, of: OfMapping) => `${workspaceId} ${region} ${keyOf(of)}`

const keyOf = ({ fieldId, scope }: OfMapping) => mappingKey(fieldId, scope)

const cut = (text: string) => (text.length > 80 ? `${text.slice(0, 79)}…` : text)
