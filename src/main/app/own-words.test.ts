import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { contract, events } from '../../shared/ipc'
import { AppError, appErrorShape } from '../../shared/errors'
import { loggedCall } from '../../shared/activity/call'
import { connectorFields, connectorRecord } from '../../shared/connectors/connector'
import type { Workspace } from '../../shared/workspaces/workspace'
import { kindOfText } from '../../shared/own-name'
import { teamKinds } from '../../shared/team/kinds'
import { Activity } from '../activity/activity'
import { systemClock } from '../base/clock'
import { promised } from '../base/promised'
import { guarded } from '../ipc/guarded'
import type { Context, Handlers } from '../base/room'
import { place, start, testHistory, type TestHistory } from '../testing/history'
import { ChangeLog } from '../mappings/change-log'
import { Masker } from '../secrets/masker'
import { maskedStore } from '../store/masked'
import { callRow } from '../store/tables/activity/testing'
import { maskedChange } from '../team/change'
import { freshSettings, maskedSettings, settingsSchema } from '../settings/settings-schema'
import { storeTexts } from './store-texts'

type Schema = z.core.$ZodType
const defOf = (schema: Schema) => (schema as z.core.$ZodTypes)._zod.def

/** These channels answer with sample data unmasked. */
const ofSamples = /^mappings:(take\w+|listSets|dropSet|openSample|evaluate|expressionsFor|keysAt|preview)$/

const shapes: [name: string, schema: Schema][] = [
  ['settings', settingsSchema],
  ['error', appErrorShape],
  ['record', connectorRecord],
  ...Object.entries(storeTexts).flatMap(([name, shape]): [string, Schema][] => (shape ? [[name, shape]] : [])),
  ...Object.entries(contract)
    .filter(([channel]) => /^(lookups|mappings|doctor|trends):|relinkLetters/.test(channel) && !ofSamples.test(channel))
    .map(([channel, { response }]): [string, Schema] => [channel, response]),
  ...Object.entries(events).filter(([event]) => /^doctor:|^app:jobProgress$|^mappings:stepDone$/.test(event)),
  ...Object.entries(teamKinds).flatMap(([kind, fields]) =>
    Object.entries(fields).map(([field, shape]): [string, Schema] => [`${kind} ${field}`, shape])
  )
]

function* wordsOf(schema: Schema): Generator<string, void, void> {
  const def = defOf(schema)
  if (def.type === 'enum') for (const word of Object.values(def.entries)) yield String(word)
  if (def.type === 'literal') for (const word of def.values) yield String(word)
  if (def.type === 'object') {
    for (const [name, field] of Object.entries(def.shape)) {
      yield name
      yield* wordsOf(field)
    }
  }
  if (def.type === 'string') {
    const kind = kindOfText(schema)
    if (kind?.is === 'json') yield* wordsOf(kind.of)
  }
  for (const inner of within(schema)) yield* wordsOf(inner)
}

function within(schema: Schema): readonly Schema[] {
  const def = defOf(schema)
  if (def.type === 'array') return [def.element]
  if (def.type === 'tuple') return def.items
  if (def.type === 'record') return [def.keyType, def.valueType]
  if (def.type === 'union') return def.options
  if ('innerType' in def) return [def.innerType]
  return []
}

/** The turn chooses among words and options. */
function sampleOf(schema: Schema, text: string, turn: number): unknown {
  const def = defOf(schema)
  const pick = <T>(of: readonly T[]) => of[turn % of.length] as T
  if (def.type === 'enum') return pick(Object.values(def.entries))
  if (def.type === 'literal') return pick(def.values)
  if (def.type === 'object')
    return Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, sampleOf(field, text, turn)]))
  if (def.type === 'array') return [sampleOf(def.element, text, turn), sampleOf(def.element, text, turn + 1)]
  if (def.type === 'tuple') return def.items.map((item) => sampleOf(item, text, turn))
  if (def.type === 'record') return { [String(sampleOf(def.keyType, text, turn))]: sampleOf(def.valueType, text, turn) }
  if (def.type === 'union') return sampleOf(pick(def.options), text, turn)
  if ('innerType' in def) return sampleOf(def.innerType, text, turn)
  if (def.type === 'number') return turn
  if (def.type === 'boolean') return turn % 2 === 0
  if (def.type === 'string') {
    const kind = kindOfText(schema)
    if (kind?.is === 'json') return JSON.stringify(sampleOf(kind.of, text, turn))
    if (kind?.is === 'name') return `production-${turn}`
    return 'format' in def && def.format === 'uuid' ? randomUUID() : text
  }
  return undefined
}

const words = [...new Set(shapes.flatMap(([, schema]) => [...wordsOf(schema)]))].filter(
  (word) => word.length >= 6 && !connectorFields.has(word)
)
const knowing = (...tokens: string[]) => {
  const masker = new Masker()
  for (const token of tokens) masker.add(token)
  return masker
}
/** An attacker's words, and every word of the shapes. */
const taught = ['mutation', 'baseUrl', 'keychain', 'readTo', 'id', 'true', 'production', ...words]

describe('@attack a token that is called like one of the app’s own words', () => {
  const masker = knowing(...taught)

  it('is one of hundreds that the shapes have', () => {
    expect(words).toEqual(
      expect.arrayContaining(['mutation', 'baseUrl', 'keychain', 'readTo', 'production', 'workspaceId'])
    )
    expect(words.length).toBeGreaterThan(200)
  })

  it.each(shapes)('leaves names, words and ids in %s as they are', (_, schema) => {
    for (let turn = 0; turn < 16; turn++) {
      const sample = sampleOf(schema, '~', turn)
      expect(masker.clean(schema, sample)).toBe(sample)
    }
  })

  it.each(shapes)('is masked all the same in free text: %s', (_, schema) => {
    for (let turn = 0; turn < 16; turn++) {
      const sample = sampleOf(schema, 'mutation', turn)
      const clean = JSON.stringify(masker.clean(schema, sample) ?? null)
      expect(clean).toBe(JSON.stringify(sampleWith(schema, sample, turn) ?? null))
    }
  })

  function sampleWith(schema: Schema, sample: unknown, turn: number): unknown {
    const masked = sampleOf(schema, '[token]', turn)
    // Each sample has new ids.
    const ids = [JSON.stringify(sample), JSON.stringify(masked)].map((text) => text?.match(uuid) ?? []) as string[][]
    let at = 0
    const text = JSON.stringify(masked)?.replaceAll(uuid, () => ids[0]?.[at++] ?? '')
    return text === undefined ? undefined : JSON.parse(text)
  }
  const uuid = /[\da-f]{8}-[\da-f-]{27}/g

  it('names of fields that an id, a key or a handle is in are declared as names', () => {
    // Texts of the API or a person may repeat a token, so they are masked.
    const foreign = ['requestId', 'originId']
    const found: string[] = []
    const look = (schema: Schema, path: string) => {
      const def = defOf(schema)
      const name = path.split('.').at(-1) ?? ''
      const isFree = def.type === 'string' && !kindOfText(schema) && !('format' in def && def.format !== undefined)
      if (isFree && /^(id|key|keys|ids)$|(Id|Key|Ref|Url|Address)s?$/.test(name) && !foreign.includes(name))
        found.push(path)
      if (def.type === 'object') for (const [field, inner] of Object.entries(def.shape)) look(inner, `${path}.${field}`)
      for (const inner of within(schema)) look(inner, path)
    }
    for (const [name, schema] of shapes) look(schema, name)
    expect(found).toEqual([])
  })
})

describe('@attack after a service taught the app tokens called like its own words', () => {
  let test: TestHistory
  let masker: Masker
  let failed: unknown[]
  const store = () =>
    maskedStore(
      promised(() => test.history),
      masker,
      storeTexts
    )
  const activity = () =>
    new Activity({
      ...{
        store: store(),
        clock: systemClock,
        masker,
        operator: () => 'Ada',
        added: () => undefined,
        unrecorded: () => null
      },
      failed: (error) => void failed.push(error)
    })
  beforeEach(() => {
    test = testHistory()
    masker = knowing(...taught)
    failed = []
  })
  afterEach(() => test.remove())

  it('writes are recorded, and Verify finds them all', async () => {
    const call = {
      ...callRow({ method: 'DELETE', mutation: true, subject: 'mutation of Acme' }),
      status: null,
      error: 'unanswered'
    }
    const end = await activity().begin(call)
    await end({ ...call, status: 204, error: null })
    const changeLog = new ChangeLog(
      store(),
      () => start,
      async () => null,
      masker,
      () => 'Ada'
    )
    const field = { id: 'f', name: 'mutation', category: null, model: null }
    const noted = { act: 'delete-field', outcome: 'done', message: '', field, mapping: null, cascade: [] } as const
    await changeLog.end(await changeLog.begin(place, { ...noted, cascade: [] }), { ...noted, cascade: [] })
    expect(failed).toEqual([])
    expect(await activity().verify()).toMatchObject({ findings: [], entries: 4, records: 2 })
    const { calls } = await activity().list({ ...place, filters: {}, limit: 9 })
    expect(calls).toMatchObject([{ method: 'DELETE', status: 204, mutation: true, subject: '[token] of Acme' }])
    expect((await changeLog.list(place.workspaceId)).entries).toMatchObject([
      { act: 'delete-field', field: { name: '[token]' } }
    ])
  })

  it('@attack settings are written as they are, and load after a restart', () => {
    let file = ''
    const settings = maskedSettings(
      { get: () => freshSettings, update: (change) => void (file = JSON.stringify({ ...freshSettings, ...change })) },
      masker
    )
    const workspace: Workspace = {
      ...{ id: randomUUID(), name: 'mutation', baseUrl: 'https://api.production.example', euBaseUrl: null },
      kind: 'live',
      region: 'default',
      tokens: { default: 'keychain', eu: 'session' },
      environment: 'production'
    }
    const preferences = { ...freshSettings.preferences, operatorName: 'mutation' }
    settings.update({ workspaces: [workspace], preferences, window: { width: 900, height: 700, maximized: true } })
    const loaded = settingsSchema.parse(JSON.parse(file))
    // The operator's own names stay: typing a token there is refused.
    expect(loaded.workspaces).toEqual([workspace])
    expect(loaded.preferences).toEqual(preferences)
    expect(loaded.window).toEqual({ width: 900, height: 700, maximized: true })
  })

  it('the team’s feed goes on from where it was read to, and what waits leaves as it is', async () => {
    const { history } = test
    history.joinTeam({ team: 't', writes: true, newsAfter: 0 })
    const seen = { id: randomUUID(), desk: randomUUID(), account: 'ada', operator: 'Ada', service: 'https://a' }
    const opened = { kind: 'case', field: 'opened', value: { connector: 'HRIS:a', cause: 'relink' } } as const
    await store().receiveChanges({
      changes: [{ ...seen, seq: 1, at: start, subject: randomUUID(), ...opened }],
      unread: [],
      readTo: 1,
      reader: { account: 'ada', operator: 'Ada' }
    })
    expect(await store().teamLink()).toMatchObject({ readTo: 1 })
    const value = JSON.stringify(opened.value)
    const waiting = { id: 'i', service: 'https://mutation.example', kind: 'case', subject: 's', field: 'opened', value }
    expect(maskedChange(masker, waiting)).toEqual(waiting)
    expect(maskedChange(masker, { ...waiting, field: 'note', value: '"a mutation"' }).value).toBe('"a [token]"')
  })

  it('an error is the one it was, and a person may type words that are none of theirs', async () => {
    const refusal = new AppError('not-found', 'No such mutation.', { fields: { baseUrl: 'mutation' } })
    const context: Context = { owner: 1, emit: () => undefined }
    const handlers = guarded(
      {
        'workspaces:connect': async () => Promise.reject(refusal),
        'connectors:newLink': async () => 'made'
      } as unknown as Handlers,
      knowing(...taught, 'not-found', 'endUser', 'integration'),
      () => new Set()
    )
    await expect(
      handlers['workspaces:connect']({ name: 'A', baseUrl: 'https://a.example', euBaseUrl: '' } as never, context)
    ).rejects.toMatchObject({
      code: 'not-found',
      message: 'No such [token].',
      info: { fields: { baseUrl: '[token]' } }
    })
    const link = { endUser: 'Acme', originId: 'a1', email: '', category: 'HRIS', integration: 'bamboohr' }
    expect(await handlers['connectors:newLink']({ ...place, link } as never, context)).toBe('made')
  })

  it('a connector keeps the words by which it is judged', () => {
    const record = { id: 'RELINK_NEEDED', status: 'RELINK_NEEDED', sync_status: 'Failed', note: 'RELINK_NEEDED' }
    const known = knowing('RELINK_NEEDED', 'Failed')
    expect(
      known.cleanEach([
        { value: record, own: null },
        { value: record, own: 'RELINK_NEEDED' }
      ])
    ).toEqual([
      { ...record, note: '[token]' },
      { ...record, note: '[token]' }
    ])
  })

  it('a call is written down with all that its shape has', () => {
    expect(Object.keys(callRow())).toEqual(
      expect.arrayContaining(Object.keys(loggedCall.omit({ id: true, operator: true, desk: true, found: true }).shape))
    )
  })
})
