import { randomBytes, createHash } from 'node:crypto'
import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MappingScope } from '../../shared/mappings/mapping'
import { promised } from '../base/promised'
import { Encryption } from '../secrets/encryption'
import { Scopes } from '../secrets/token-scope'
import type { TestDesk } from '../team/testing'
import { largestSample } from '../../shared/team/kinds'
import { teamSuite } from '../team/testing/suite'
import { bundleWorker, patientLimits } from '../testing/bundle-worker'
import { place } from '../testing/history'
import { Guards, scopeKeyOf } from './guards'
import { LabEngine } from './lab/engine'
import type { HeldSet } from './lab/sets'
import { ScopeNames } from './scope-names'

const suite = teamSuite()
const { signal } = new AbortController()
const fieldId = '00000000-0000-4000-8000-0000000000f1'
const slug: MappingScope = { kind: 'integration', slug: 'bamboohr' }
const of = { fieldId, scope: scopeKeyOf(slug) }
const path = '/api/hris/v1/employees'
const key = 'HRIS:a'
const field = { category: 'HRIS', model: 'employee' }
const secret = 'Zephyrine Quillfeather'
const scopes = new Scopes()

let bundle: Awaited<ReturnType<typeof bundleWorker>>
let engine: LabEngine
beforeAll(async () => {
  bundle = await bundleWorker(join(import.meta.dirname, 'lab', 'worker.ts'))
  engine = new LabEngine(bundle.url, patientLimits)
})
afterAll(async () => {
  await engine.stop()
  await bundle.remove()
})

const records = (code: (n: number) => unknown) =>
  Array.from({ length: 40 }, (_, n) => Buffer.from(JSON.stringify({ id: n, name: `${secret} ${n}`, code: code(n) })))
const usual = records((n) => `C-${n % 4}`)

const service = (held: () => HeldSet) => ({
  takeCollection: async () => held().set,
  collection: async () => ({
    from: held().set,
    payloads: { records: [...held().records], notices: [], itemsOf: null }
  })
})

/** What keeps mappings right on one desk. Records are those of the provider now. */
function guardsOf(
  desk: TestDesk,
  token = 'the token',
  encryption: Encryption | null = new Encryption(randomBytes(32))
) {
  const state = { records: usual, saved: 'code' as string | null, encryption, forgotten: [] as string[] }
  const history = promised(() => desk.history.history)
  const set = (): HeldSet => ({
    set: {
      ...{
        id: fieldId,
        source: 'collection',
        name: 'Employees of Acme',
        readAt: Date.now(),
        itemsOf: null,
        notices: []
      },
      ...{ of: { slug: 'bamboohr', category: 'HRIS', key, model: 'employee' }, records: state.records.length, bytes: 1 }
    },
    ...{ place, path, records: state.records }
  })
  let now = 1_000_000
  const guards = new Guards(
    {
      ...{
        history,
        masker: desk.masker,
        driftChanged: () => undefined,
        forgetToo: async (all) => void state.forgotten.push(...all.map((one) => one.key)),
        now: () => ++now
      },
      lab: { engine, held: set, service: service(set) },
      encrypting: async () => state.encryption,
      teamTold: () => desk.team.told(),
      teamKey: async (_, { team, service }) => {
        const known = await scopes.of(`samples ${team}`, service, token)
        return new Encryption(createHash('sha256').update(known).digest())
      }
    },
    new ScopeNames({ history, integrationName: async () => 'BambooHR' }),
    async () => (state.saved === null ? null : { expression: state.saved, field: null })
  )
  desk.onExchange(async () => {
    await guards.forget()
    await guards.share(place)
    await guards.hear(place)
  })
  return Object.assign(state, {
    guards,
    at: (ms: number) => void (now = ms),
    keep: () =>
      guards.change(
        place,
        { ...of, expression: 'code', change: { kind: 'keep', setId: fieldId, index: 3, anonymous: false } },
        signal
      ),
    look: () =>
      guards.look({ ...place, ...of, field: 'cost_center', key, name: 'Acme', path }, signal).then((one) => one.guard),
    save: (expression = 'code') => {
      state.saved = expression
      return guards.saved(place, { ...of, field }, expression, fieldId)
    },
    view: (expression = 'code') => guards.view(place, of, expression, signal),
    issues: () => desk.history.history.issueList({ place, now, calm: [] }).mappings
  })
}

async function pair(token?: string) {
  const [ada, grace] = [suite.desk('Ada'), suite.desk('Grace')]
  const [one, other] = [guardsOf(ada), guardsOf(grace, token)]
  for (const desk of [ada, grace]) {
    desk.refresh(['a', 'b'])
    await suite.join(desk, desk === ada ? 'Ada' : 'Grace')
  }
  return { ada, grace, one, other }
}
async function allow(desk: TestDesk, ...all: TestDesk[]) {
  expect(await desk.team.allowSamples(true)).toBe(true)
  for (const one of all) await expect.poll(() => one.team.samples()).toBe(true)
}
const inTeam = async () => JSON.stringify(await suite.stored())
const onDisk = (desk: TestDesk) => JSON.stringify(desk.history.history.sharedGuards({ place, of: null }))

function inHistory(desk: TestDesk, statement: string): unknown[] {
  const database = new Database(desk.history.file)
  try {
    const made = database.prepare(statement)
    return made.reader ? made.all() : [made.run()]
  } finally {
    database.close()
  }
}

describe('expectations', () => {
  it('of a save come to colleagues, whose look meets them: both numbers, and no value in the database', async () => {
    const { one, other } = await pair()
    await one.save()
    await expect.poll(async () => (await other.view()).keptBy).toBe('Ada')
    expect((await other.view()).kept).toMatchObject({ records: 40, filled: 40, distinct: 4, source: { key, path } })
    other.records = records((n) => (n < 3 ? 'C-1' : null))
    expect((await other.look()).drift).toEqual([{ kind: 'fill' }])
    expect(other.issues()).toMatchObject([{ facts: { kept: { filled: 40 }, look: { filled: 3 } } }])
    expect(await inTeam()).toContain('"filled":40')
    for (const value of [secret, 'C-1', '"digests"', '"name"']) expect(await inTeam()).not.toContain(value)
  })

  it('are met by a colleague’s save, before it is confirmed', async () => {
    const { one, other } = await pair()
    await one.save()
    await expect.poll(async () => (await other.view()).keptBy).toBe('Ada')
    expect(await other.guards.differences(place, of, 'code', fieldId)).toEqual([])
    expect(await other.guards.differences(place, of, 'gone.code', fieldId)).toEqual([
      'Other than at Ada’s save: Fill rate 100 % → 0 %.'
    ])
    expect(await one.guards.differences(place, of, 'id', fieldId)).toEqual([
      'Other than at the last save: Type string 40 → number 40.'
    ])
  })

  it('fit on records that did not change, though a team has no digests; a new set of values is found', async () => {
    const { one, other } = await pair()
    await one.save()
    await expect.poll(async () => (await other.view()).keptBy).toBe('Ada')
    expect((await other.look()).drift).toEqual([])
    other.records = records((n) => `D-${n % 10}`)
    expect((await other.look()).drift).toEqual([{ kind: 'values', count: 6 }])
  })

  it('are those of the later save, and go with a deleted mapping', async () => {
    const { ada, one, other } = await pair()
    await one.save()
    await expect.poll(async () => (await other.view()).keptBy).toBe('Ada')
    other.at(2_000_000)
    await other.save('id')
    await expect.poll(async () => (await one.view('id')).keptBy).toBe('Grace')
    expect((await one.view('id')).kept?.types).toEqual([{ type: 'number', count: 40 }])
    await one.guards.removed(place, [of])
    await suite.upToDate(ada)
    await expect.poll(async () => JSON.stringify(await suite.stored())).toContain('dropped')
  })

  it('of before are told on joining, and of each mapping once', async () => {
    const ada = suite.desk('Ada')
    const one = guardsOf(ada)
    await one.save()
    ada.refresh(['a'])
    await suite.join(ada, 'Ada')
    const told = async () => (await suite.stored()).filter(({ kind }) => kind === 'guard').length
    await expect.poll(told).toBe(1)
    await ada.restart({ begun: () => void guardsOf(ada) })
    await suite.upToDate(ada)
    expect(await told()).toBe(1)
  })
})

describe('drift', () => {
  const open = (desk: { issues: () => { closed: unknown; facts: unknown }[] }) =>
    desk.issues().filter(({ closed }) => closed === null)

  it('that one desk finds is an issue on each, with both numbers and no value; so is its end', async () => {
    const { one, other } = await pair()
    await one.save()
    await expect.poll(async () => (await other.view()).keptBy).toBe('Ada')
    one.records = records((n) => (n < 3 ? 'C-1' : null))
    await one.look()
    await expect
      .poll(() => open(other))
      .toMatchObject([
        {
          since: open(one)[0] && one.issues()[0]?.since,
          facts: {
            ...{ fieldId, field: 'cost_center', scope: of.scope, scopeName: 'BambooHR', reasons: [{ kind: 'fill' }] },
            ...{ kept: { filled: 40 }, look: { records: 40, filled: 3 }, source: { key, path } }
          }
        }
      ])
    expect(await other.view()).toMatchObject({ drift: [{ kind: 'fill' }], look: { filled: 3 } })
    // A colleague who asks at the time needs no requests of their own.
    expect(await other.guards.due(place, one.issues()[0]?.since ?? 0)).toHaveLength(1)
    expect(await other.guards.due(place, (one.issues()[0]?.since ?? 0) - 1)).toEqual([])
    for (const value of [secret, 'C-1', '"digests"', '"name"']) expect(await inTeam()).not.toContain(value)
    one.records = usual
    await one.look()
    await expect.poll(() => other.issues()).toMatchObject([{ closed: { why: 'fits' } }])
    expect((await other.view()).drift).toEqual([])
  })

  it('ends on each with a later save, and with a deleted mapping', async () => {
    const { one, other } = await pair()
    await one.save()
    one.records = records(() => null)
    await one.look()
    await expect.poll(() => open(other)).toHaveLength(1)
    one.at(2_000_000)
    await one.save('id')
    await expect.poll(() => other.issues()).toMatchObject([{ closed: { why: 'saved' } }])
    one.records = records((n) => n).map(() => Buffer.from('{}'))
    await one.look()
    await expect.poll(() => open(other)).toHaveLength(1)
    await one.guards.removed(place, [of])
    await expect.poll(() => other.issues().map((issue) => issue.closed?.why)).toEqual(['saved', 'gone'])
    expect(open(one)).toEqual([])
  })

  it('comes with the team to a desk that joins later, and goes with the customer whose records were counted', async () => {
    const { ada, one, other } = await pair()
    await one.save()
    one.records = records(() => null)
    await one.look()
    await expect.poll(() => open(other)).toHaveLength(1)
    const late = suite.desk('Ada')
    const third = guardsOf(late)
    late.refresh(['a'])
    await suite.join(late, 'Ada')
    await expect.poll(() => open(third)).toHaveLength(1)
    ada.history.history.forgetCustomer({ workspaceId: place.workspaceId, originId: 'origin-a' })
    ada.team.told()
    for (const desk of [one, other, third]) await expect.poll(() => desk.issues()).toEqual([])
  })
})

describe('what the team shares', () => {
  it('goes with the workspace, and comes again with one', async () => {
    const { ada, grace, one, other } = await pair()
    await allow(ada, grace)
    await one.save()
    await one.keep()
    await expect.poll(async () => (await other.view()).samples).toHaveLength(1)
    grace.hasWorkspace(false)
    expect(inHistory(grace, 'SELECT 1 FROM shared_guard')).toEqual([])
    // What comes meanwhile does not stay either.
    one.at(3_000_000)
    await one.save('id')
    await suite.upToDate(ada, grace)
    expect(inHistory(grace, 'SELECT 1 FROM shared_guard')).toEqual([])
    grace.hasWorkspace(true)
    grace.team.tryNow()
    const back = { keptBy: 'Ada', samples: [{ by: 'Ada' }], kept: { types: [{ type: 'number' }] } }
    await expect.poll(() => other.view()).toMatchObject(back)
  })

  it('of a look on a desk whose clock runs ahead are of the time when the team heard of it', async () => {
    const { grace, one, other } = await pair()
    await one.save()
    await expect.poll(async () => (await other.view()).keptBy).toBe('Ada')
    one.at(Date.now() + 365 * 86_400_000)
    await one.look()
    const looks = () =>
      inHistory(grace, `SELECT at, content ->> '$.at' AS told FROM shared_guard WHERE kind = 'looked'`) as { at: number; told: number }[] // prettier-ignore
    await expect.poll(looks).toHaveLength(1)
    const [look] = looks()
    expect(look?.at).toBeLessThanOrEqual(Date.now() + 60_000)
    expect(look?.told).toBe(look?.at)
    other.at(Date.now() + 2 * 86_400_000)
    expect(await other.guards.due(place, Date.now() + 86_400_000)).toMatchObject([of])
  })

  it('and a version did not know is read by the version after', async () => {
    const { grace, one, other } = await pair()
    await one.save()
    one.records = records(() => null)
    await one.look()
    await expect.poll(() => other.issues()).toHaveLength(1)
    await grace.restart({
      begun() {
        // As the version before left it.
        for (const statement of [
          `DELETE FROM shared_guard WHERE kind = 'looked'`,
          'UPDATE team SET known = NULL',
          'DELETE FROM webhook_issue'
        ])
          inHistory(grace, statement)
        guardsOf(grace)
      }
    })
    await expect.poll(() => other.issues()).toHaveLength(1)
    const [kept] = inHistory(grace, 'SELECT known FROM team') as { known: string }[]
    expect(JSON.parse(kept?.known ?? '[]')).toContain('guard.looked')
  })
})

describe('kept samples', () => {
  it('stay on their desk while the team does not allow them', async () => {
    const { ada, one, other } = await pair()
    await one.keep()
    await suite.upToDate(ada)
    expect((await suite.stored()).filter(({ field }) => field === 'sample')).toEqual([])
    expect((await other.view()).samples).toEqual([])
    expect(await inTeam()).not.toContain(secret)
  })

  it('that are allowed stop a colleague’s save, by name; no value of them is readable in the database', async () => {
    const { ada, grace, one, other } = await pair()
    await one.keep()
    await allow(ada, grace)
    await expect.poll(async () => (await other.view()).samples).toMatchObject([{ by: 'Ada', label: '3', passes: true }])
    await expect(other.guards.check(place, of, 'id', signal)).rejects.toThrow('The kept sample 3 no longer gives')
    expect(await other.guards.check(place, of, 'code', signal)).toEqual({ tried: 1, closed: 0 })
    expect((await suite.stored()).filter(({ field }) => field === 'sample')).toHaveLength(1)
    for (const text of [await inTeam(), onDisk(grace), onDisk(ada)])
      for (const value of [secret, 'C-3']) expect(text).not.toContain(value)
    expect(ada.acts.at(-1)).toMatchObject({ title: 'Share kept samples of mappings with the team?' })
  })

  it('are changed and dropped by a colleague for all', async () => {
    const { ada, grace, one, other } = await pair()
    await one.keep()
    await allow(ada, grace)
    await expect.poll(async () => (await other.view()).samples).toHaveLength(1)
    const id = (await other.view()).samples[0]?.id ?? ''
    other.at(2_000_000)
    await other.guards.change(place, { ...of, expression: 'id', change: { kind: 'expect', id } }, signal)
    await expect.poll(async () => (await one.view()).samples).toMatchObject([{ expected: '3', by: 'Grace' }])
    await other.guards.change(place, { ...of, expression: 'id', change: { kind: 'drop', id } }, signal)
    await expect.poll(async () => (await one.view()).samples).toEqual([])
  })

  it('go from desks and their way where the team no longer allows them; own ones stay', async () => {
    const { ada, grace, one, other } = await pair()
    await one.keep()
    await allow(ada, grace)
    await expect.poll(async () => (await other.view()).samples).toHaveLength(1)
    expect(await grace.team.allowSamples(false)).toBe(false)
    expect((await other.view()).samples).toEqual([])
    await expect.poll(() => ada.team.samples()).toBe(false)
    expect((await one.view()).samples).toHaveLength(1)
  })

  it('of another token stay closed, which is said; they can be dropped, and come anew with the new token', async () => {
    const { ada, grace, one, other } = await pair('another token')
    await one.keep()
    await allow(ada, grace)
    await expect
      .poll(async () => (await other.view()).closed)
      .toEqual([{ id: expect.any(String), by: 'Ada', source: 'End user a', at: expect.any(Number) }])
    expect((await other.view()).samples).toEqual([])
    expect(await other.guards.check(place, of, 'id', signal)).toEqual({ tried: 0, closed: 1 })
    const again = guardsOf(ada, 'another token', one.encryption)
    await again.guards.share(place)
    ada.team.told()
    await expect.poll(async () => (await other.view()).samples).toMatchObject([{ by: 'Ada', expected: '"C-3"' }])
    expect((await other.view()).closed).toEqual([])
    const id = (await other.view()).samples[0]?.id ?? ''
    const third = guardsOf(grace, 'yet another')
    expect(await third.view()).toMatchObject({ samples: [], closed: [{ id }] })
    await third.guards.change(place, { ...of, expression: '', change: { kind: 'drop', id } }, signal)
    await expect.poll(async () => (await one.view()).samples).toEqual([])
    expect((await third.view()).closed).toEqual([])
  })

  it('that are too large for the team say so with their size, and stay', async () => {
    const { ada, grace, one, other } = await pair()
    const noise = randomBytes(150_000).toString('base64url')
    one.records = [...usual.slice(0, 3), Buffer.from(JSON.stringify({ id: 3, code: 'C-3', noise }))]
    await one.keep()
    // Nobody wants to share it.
    expect((await one.view()).samples).toMatchObject([{ tooLarge: null }])
    await allow(ada, grace)
    const [sample] = (await one.view()).samples
    expect(sample?.tooLarge).toBeGreaterThan(largestSample)
    await suite.upToDate(ada)
    expect((await suite.stored()).filter(({ field }) => field === 'sample')).toEqual([])
    expect((await other.view()).samples).toEqual([])
  })

  /** As sent, before the desk that sent it has read it back. */
  async function alsoSent(desk: TestDesk): Promise<void> {
    for (const { subject, field, value } of desk.history.history.waitingChanges({ limit: 10 }).changes)
      if (field === 'sample') await suite.insert({ kind: 'guard', subject, field, value: JSON.parse(value) as unknown })
  }
  const samplesOf = async (...desks: ReturnType<typeof guardsOf>[]) =>
    Promise.all(desks.map(async (desk) => (await desk.view()).samples.length))

  it.each(['forgotten', 'dropped'])('that are on their way when they are %s do not come back', async (how) => {
    const { ada, grace, one, other } = await pair()
    await allow(ada, grace)
    await suite.whileApart([ada], () => one.keep().then(() => undefined))
    await alsoSent(ada)
    const id = (await one.view()).samples[0]?.id ?? ''
    if (how === 'dropped')
      await one.guards.change(place, { ...of, expression: '', change: { kind: 'drop', id } }, signal)
    else {
      ada.history.history.forgetCustomer({ workspaceId: place.workspaceId, originId: 'origin-a' })
      await one.guards.forget()
    }
    await suite.back(ada)
    await expect.poll(() => onDisk(grace)).toContain('"dropped"')
    await suite.upToDate(ada, grace)
    expect(await samplesOf(one, other)).toEqual([0, 0])
    for (const desk of [ada, grace]) expect(onDisk(desk)).not.toContain('"sample"')
  })

  it('of a desk that was away while a colleague forgot the customer go with its return', async () => {
    const { ada, grace, one, other } = await pair()
    await allow(ada, grace)
    await suite.whileApart([grace], () => other.keep().then(() => undefined))
    ada.history.history.forgetCustomer({ workspaceId: place.workspaceId, originId: 'origin-a' })
    await one.guards.forget()
    ada.team.told()
    await expect.poll(async () => JSON.stringify(await suite.stored())).toContain('"removed"')
    await alsoSent(grace)
    await expect.poll(() => samplesOf(one)).toEqual([1])
    await suite.back(grace)
    await expect.poll(() => samplesOf(one, other)).toEqual([0, 0])
    for (const desk of [ada, grace]) expect(onDisk(desk)).not.toContain('"sample"')
  })

  it('and counts that are still being made while the customer is forgotten are not kept', async () => {
    const { ada, one } = await pair()
    const making = [one.keep(), one.look().catch(() => null)]
    ada.history.history.forgetCustomer({ workspaceId: place.workspaceId, originId: 'origin-a' })
    await one.guards.forget()
    await Promise.allSettled(making)
    expect(await one.view()).toMatchObject({ samples: [], kept: null, look: null })
    // It may be kept on purpose later.
    await one.keep()
    expect(await samplesOf(one)).toEqual([1])
  })

  it('of a forgotten customer go on colleagues’ desks, also those that they keep themselves', async () => {
    const { ada, grace, one, other } = await pair()
    await allow(ada, grace)
    await one.keep()
    await expect.poll(async () => (await other.view()).samples).toHaveLength(1)
    other.at(2_000_000)
    await other.keep()
    // Only what is its own: the team may take back its leave.
    expect((await other.guards.items.list(place))[0]?.samples).toHaveLength(1)
    await expect.poll(async () => (await one.view()).samples).toHaveLength(2)
    ada.history.history.forgetCustomer({ workspaceId: place.workspaceId, originId: 'origin-a' })
    await one.guards.forget()
    ada.team.told()
    await expect.poll(async () => (await other.guards.items.list(place))[0]?.samples).toEqual([])
    for (const desk of [one, other]) expect((await desk.view()).samples).toEqual([])
    for (const desk of [ada, grace]) expect(onDisk(desk)).not.toContain('"sample"')
    expect(grace.history.history.forgottenConnectors()).toEqual([])
    // What other rooms keep goes as well.
    for (const desk of [one, other]) expect(desk.forgotten).toContain('HRIS:a')
    // A desk that joins later reads of them, and of their end.
    const late = suite.desk('Ada')
    const third = guardsOf(late)
    await suite.join(late, 'Ada')
    await expect.poll(() => onDisk(late)).toContain('dropped')
    expect((await third.view()).samples).toEqual([])
    expect(onDisk(late)).not.toContain('"sample"')
  })
})
