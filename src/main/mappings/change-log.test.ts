import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChangeLogEntry } from '../../shared/mappings/change-log'
import { inEffect } from './in-effect'
import { eu, place, signal, testMappings, type TestMappings } from './testing'

describe('the ledger', () => {
  let test: TestMappings
  beforeEach(async () => {
    test = await testMappings()
  })
  afterEach(() => test.close())

  const draft = (name: string) => ({ name, description: '', category: 'HRIS', model: 'employee' })

  it('is listed newest first, in pages to its end, over regions and restarts', async () => {
    for (const name of ['one', 'two', 'three'])
      await test.mappings.fields.create(name === 'two' ? eu : place, draft(name), signal)
    test.kept.restart()
    const { changeLog } = test.make()
    const first = await changeLog.list(place.workspaceId, undefined, 2)
    expect(first.entries.map(({ field, region }) => [field.name, region])).toEqual([
      ['three', 'default'],
      ['two', 'eu']
    ])
    expect(await changeLog.list(place.workspaceId, first.next ?? 0, 2)).toMatchObject({
      entries: [{ field: { name: 'one' }, workspaceId: place.workspaceId }],
      next: null
    })
    expect((await changeLog.list('00000000-0000-4000-8000-00000000dead')).entries).toEqual([])
  })

  it('leaves out what it cannot read, and still goes on', async () => {
    await test.mappings.fields.create(place, draft('one'), signal)
    for (const entry of ['{', '{"act":"sing"}', '7']) {
      await test.history.addToChangeLog({ place, at: 1, entry, operator: '' })
    }
    const first = await test.mappings.changeLog.list(place.workspaceId, undefined, 2)
    expect(first.entries).toEqual([])
    expect((await test.mappings.changeLog.list(place.workspaceId, first.next ?? 0, 2)).entries).toMatchObject([
      { field: { name: 'one' } }
    ])
  })

  it('is exported as CSV that no spreadsheet runs, and as JSON', async () => {
    const { field } = await test.mappings.fields.create(place, draft('one'), signal)
    const scope = { kind: 'integration' as const, slug: 'gusto' }
    await test.mappings.mappings.create(place, field?.id ?? '', scope, '@.a || "b,\nc"', signal)
    expect(await test.mappings.changeLog.export(place.workspaceId, 'csv')).toEqual({
      file: expect.stringMatching(/^mappings-ledger-2026-03-10\.csv$/),
      entries: 2
    })
    await test.mappings.changeLog.export(place.workspaceId, 'json')
    const [csv, json] = test.saved.map(({ content }) => content)
    expect(csv).toMatch(/^\ufeffid,at,region,act,outcome,/)
    expect(csv).toContain(`,create-mapping,done,,Ada,${field?.id},one,HRIS,employee,`)
    expect(csv).toContain(`"'@.a || ""b,\nc"""`)
    expect(JSON.parse(json ?? '')).toEqual((await test.mappings.changeLog.list(place.workspaceId)).entries)
  })

  it('names a connector with its integration as the lookup has it, readably before that was read', async () => {
    test.refresh()
    const { field } = await test.mappings.fields.create(place, draft('one'), signal)
    const { id, end_user } = test.some(({ integration_slug }) => integration_slug === 'bamboohr')
    const map = (expression: string) =>
      test.mappings.mappings.create(
        place,
        field?.id ?? '',
        { kind: 'connector', key: `HRIS:${id}` },
        expression,
        signal
      )
    const { mapping } = await map('a.b')
    await test.lookups.read(place, true, signal)
    await test.mappings.mappings.delete(place, field?.id ?? '', mapping?.id ?? '', signal)
    const { entries } = await test.mappings.changeLog.list(place.workspaceId, undefined, 2)
    expect(test.acts.slice(-2).map(({ connector }) => connector)).toMatchObject([
      { key: `HRIS:${id}`, endUser: end_user, integration: 'Bamboohr', isTest: false },
      { key: `HRIS:${id}`, endUser: end_user, integration: 'BambooHR', isTest: false }
    ])
    expect(entries.map((entry) => entry.mapping?.scopeName)).toEqual([`${end_user}, BambooHR`, `${end_user}, Bamboohr`])
  })

  it('is removed with its workspace', async () => {
    await test.mappings.fields.create(place, draft('one'), signal)
    await test.history.removeWorkspace(place)
    expect((await test.mappings.changeLog.list(place.workspaceId)).entries).toEqual([])
  })

  it('that cannot be written keeps the request from leaving', async () => {
    await test.mappings.operations(place)
    const asked = test.service.requests.length
    const broken = Object.assign(test.kept.history, {
      addToChangeLog: () => {
        throw new Error('The history stopped.')
      }
    })
    expect(broken).toBeDefined()
    await expect(test.mappings.fields.create(place, draft('one'), signal)).rejects.toThrow('The history stopped.')
    expect(test.service.requests).toHaveLength(asked)
  })
})

describe('what is current', () => {
  const field = { id: 'f1', name: 'one', category: 'HRIS', model: 'employee' }
  const gusto = { id: 'm1', scope: { kind: 'integration' as const, slug: 'gusto' }, scopeName: 'Gusto', before: null }
  const entry = (act: ChangeLogEntry['act'], more: Partial<ChangeLogEntry> = {}): ChangeLogEntry => ({
    id: 1,
    at: 1,
    operator: 'Ada',
    workspaceId: place.workspaceId,
    region: 'default',
    act,
    outcome: 'done',
    message: '',
    field,
    mapping: act.endsWith('mapping') ? { ...gusto, expression: 'a' } : null,
    cascade: [],
    ...more
  })
  const other = {
    mapping: { ...gusto, id: 'm2', scope: { kind: 'connector' as const, key: 'HRIS:c' }, expression: 'b' }
  }
  const mapped = (expression: string) => ({ mapping: { ...gusto, expression } })
  const unknown = { outcome: 'unknown' as const }

  it.each<[string, ChangeLogEntry[], string[], string[]]>([
    ['nothing', [], [], []],
    ['what was made', [entry('create-field'), entry('create-mapping')], ['one'], ['a']],
    ['not what was refused', [entry('create-field', { outcome: 'refused' })], [], []],
    ['the last change', [entry('create-mapping'), entry('change-mapping', mapped('c'))], [], ['c']],
    ['a change to what others made', [entry('change-mapping', mapped('c'))], [], ['c']],
    ['not what was deleted', [entry('create-mapping'), entry('delete-mapping')], [], []],
    [
      'one in another scope',
      [entry('create-mapping'), entry('create-mapping', other), entry('delete-mapping')],
      [],
      ['b']
    ],
    ['no mappings of a deleted field', [entry('create-field'), entry('create-mapping'), entry('delete-field')], [], []],
    ['the new name', [entry('create-field'), entry('change-field', { field: { ...field, name: 'two' } })], ['two'], []],
    ['made without an answer, but found', [entry('create-field', unknown)], ['one'], []],
    ['not made, no answer', [entry('create-field', { ...unknown, field: { ...field, id: null } })], [], []],
    [
      'not a mapping without an answer',
      [entry('create-mapping', { ...unknown, mapping: { ...gusto, id: null, expression: 'a' } })],
      [],
      []
    ],
    [
      'an uncertain one',
      [entry('create-mapping'), entry('change-mapping', { ...unknown, ...mapped('c') })],
      [],
      ['c?']
    ],
    ['not one whose deletion got no answer', [entry('create-mapping'), entry('delete-mapping', unknown)], [], []],
    [
      'one made again',
      [entry('create-mapping'), entry('delete-mapping'), entry('create-mapping', mapped('d'))],
      [],
      ['d']
    ],
    [
      'one made again after it was deleted elsewhere',
      [entry('create-mapping'), entry('create-mapping', { mapping: { ...gusto, id: 'other', expression: 'e' } })],
      [],
      ['e']
    ]
  ])('%s', (_, entries, fields, mappings) => {
    const standing = inEffect(entries)
    expect(standing.fields.map(({ name }) => name)).toEqual(fields)
    expect(standing.mappings.map(({ expression, uncertain }) => expression + (uncertain ? '?' : ''))).toEqual(mappings)
  })
})
