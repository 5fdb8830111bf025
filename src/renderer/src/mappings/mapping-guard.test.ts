import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '../../../shared/errors'
import type { GuardView } from '../../../shared/mappings/guard'
import {
  madeUpField,
  madeUpGuard,
  madeUpMapping,
  madeUpProfile,
  madeUpSet,
  mappingsClient
} from '../testing/made-up-mappings'
import { check, type, withConnectors, withField } from '../testing/mappings-view'
import { row } from '../testing/made-up'
import { open } from '../testing/open'
import { uuid } from '../testing/passthrough'

beforeEach(() => localStorage.clear())

const guard = page.getByRole('region', { name: 'Kept samples' })
const sample = (gives: string): GuardView['samples'][number] => ({
  ...{ id: uuid(900), label: '1001', expected: '"DE"', isAnonymous: false, of: null, keptAt: 1, by: null },
  ...{ gives, passes: gives === '"DE"', tooLarge: null }
})

test('a kept sample that fails stops the save and is named, until its result is expected', async () => {
  const client = mappingsClient({ sets: [madeUpSet(1)] })
  let expected = '"DE"'
  const view = ({ fieldId, scope, expression }: { fieldId: string; scope: string; expression: string }) => {
    const gives = expression === 'other' ? '"AT"' : '"DE"'
    return madeUpGuard(fieldId, scope, { samples: [{ ...sample(gives), expected, passes: gives === expected }] })
  }
  client.answer('mappings:guard', view)
  client.answer('mappings:changeGuard', (asked) => {
    if (asked.change.kind === 'expect') expected = '"AT"'
    return view(asked)
  })
  await withField(client)
  await expect.element(guard).toHaveTextContent('1 sample, all as expected')
  await type('other')
  await expect.element(check).toHaveTextContent('The kept sample 1001 fails.')
  await expect.element(page.getByRole('button', { name: 'Save mapping' })).toBeDisabled()
  await guard.getByRole('button', { name: 'Expect this result for 1001' }).click()
  await expect.element(page.getByRole('button', { name: 'Save mapping' })).toBeEnabled()
  expect(client.asked('mappings:changeGuard')[0]).toMatchObject({ expression: 'other', change: { kind: 'expect' } })
})

test('what is not tried is named and said beside Ready; what the team does not take says its size', async () => {
  const closed = [{ id: uuid(901), by: 'Ada', source: 'Hollis', at: Date.now() }]
  const samples = [{ ...sample('"DE"'), tooLarge: 214_000 }]
  const client = mappingsClient({ sets: [madeUpSet(1)], guard: { samples, closed } })
  client.answer('mappings:changeGuard', ({ fieldId, scope }) => madeUpGuard(fieldId, scope, { samples }))
  await withField(client)
  await expect.element(guard).toHaveTextContent('1 sample, all as expected; 1 sample of colleagues not tried')
  await expect.element(guard).toHaveTextContent('214 kB: not shared')
  await expect.element(guard).toHaveTextContent('Sample of Ada, record of Hollis')
  await type('other')
  await expect
    .element(check)
    .toHaveTextContent('1 kept sample of colleagues was not tried: encrypted under another token.')
  await guard.getByRole('button', { name: 'Drop: Sample of Ada, record of Hollis' }).click()
  await expect.element(guard).not.toHaveTextContent('not tried')
  expect(client.asked('mappings:changeGuard')[0]).toMatchObject({ change: { kind: 'drop', id: uuid(901) } })
})

test('the record in view is kept, with its values or without', async () => {
  const client = mappingsClient({ sets: [madeUpSet(1)] })
  client.answer('mappings:changeGuard', ({ fieldId, scope }) =>
    madeUpGuard(fieldId, scope, { samples: [sample('"DE"')], isKept: false })
  )
  await withField(client)
  await guard.getByRole('button', { name: 'Keep this record' }).click()
  await expect.element(guard).toHaveTextContent('until you quit: the keychain is locked')
  await guard.getByRole('button', { name: 'Keep a sample' }).click()
  await page.getByRole('menuitem', { name: /anonymous/ }).click()
  const set = { setId: madeUpSet(1).id, index: 0 }
  await expect
    .poll(() => client.asked('mappings:changeGuard').map(({ change }) => change))
    .toEqual([
      { kind: 'keep', ...set, anonymous: false },
      { kind: 'keep', ...set, anonymous: true }
    ])
})

test('what a colleague changed is read again where the operator changed something meanwhile', async () => {
  const client = mappingsClient({ sets: [madeUpSet(1)] })
  await withField(client)
  await expect.element(guard.getByRole('button', { name: 'Keep this record' })).toBeEnabled()
  const samples = [sample('"DE"')]
  const answers: ((samples: GuardView['samples']) => void)[] = []
  client.answer('mappings:guard', async ({ fieldId, scope }) => {
    const samples = await new Promise<GuardView['samples']>((resolve) => answers.push(resolve))
    return madeUpGuard(fieldId, scope, { samples })
  })
  client.emit('team:guardsChanged', undefined)
  await expect.poll(() => answers).toHaveLength(1)
  client.answer('mappings:changeGuard', ({ fieldId, scope }) => madeUpGuard(fieldId, scope, { samples }))
  await guard.getByRole('button', { name: 'Keep this record' }).click()
  await expect.element(guard).toHaveTextContent('1 sample, all as expected')
  // Main answered it before the record was kept.
  answers[0]?.([])
  await expect.poll(() => answers).toHaveLength(2)
  await expect.element(guard).toHaveTextContent('1 sample, all as expected')
  answers[1]?.(samples)
  await expect.element(guard).toHaveTextContent('1 sample, all as expected')
})

test('fresh records are asked of the connector that was compared before; a failure says why', async () => {
  const kept = madeUpProfile(192)
  const client = mappingsClient({ guard: { kept, look: kept } })
  const look = madeUpProfile(8, { at: Date.now() })
  client.answer('mappings:look', () => {
    client.answer('mappings:guard', ({ fieldId, scope }) =>
      madeUpGuard(fieldId, scope, { kept, look, drift: [{ kind: 'fill' }] })
    )
    return { set: madeUpSet(3), guard: madeUpGuard(uuid(1), 'integration:bamboohr') }
  })
  client.answer('mappings:listSets', () => [madeUpSet(3)])
  await withField(client)
  await withConnectors(client)
  await expect.element(guard).toHaveTextContent('Fill rate 96 % of 200 records')
  await guard.getByRole('button', { name: 'Check fresh records' }).click()
  await expect.element(guard).toHaveTextContent('Fill rate 96 % → 4 %')
  expect(client.asked('mappings:look')[0]).toMatchObject({ key: 'HRIS:b1', path: '/api/hris/v1/employees' })
  client.answer('mappings:look', () => {
    throw new AppError('bad-response', 'It brings no raw data.')
  })
  await guard.getByRole('button', { name: 'Check fresh records' }).click()
  await expect.element(guard).toHaveTextContent('It brings no raw data.')
})

test('the matrix counts its cells; those of another category are left out, and the keyboard moves past them', async () => {
  const fields = [madeUpField(1, 'work_country'), madeUpField(2, 'stage', { category: 'ATS', model: 'candidate' })]
  const mappings = [
    madeUpMapping(1, uuid(1)),
    madeUpMapping(2, uuid(1), { scope: { kind: 'connector', key: 'HRIS:b1' } }),
    madeUpMapping(3, uuid(2), { scope: { kind: 'integration', slug: 'lever' } })
  ]
  const guards = [
    {
      ...{ fieldId: uuid(1), scope: 'integration:bamboohr', samples: 2, failing: 0 },
      ...{ kept: madeUpProfile(192), look: madeUpProfile(8), drift: [{ kind: 'fill' as const }] }
    },
    {
      ...{ fieldId: uuid(2), scope: 'integration:lever', samples: 3, failing: 2 },
      ...{ kept: null, look: null, drift: [] }
    }
  ]
  const client = mappingsClient({ fields, mappings, guards })
  await open(client, '#/mappings')
  await withConnectors(client, [
    row('HRIS', 'b1', { integration_slug: 'bamboohr' }),
    row('HRIS', 'p1', { integration_slug: 'personio' }),
    row('ATS', 'l1', { integration_slug: 'lever' })
  ])
  await page.getByRole('button', { name: 'Matrix' }).click()
  const grid = page.getByRole('table', { name: 'Fields by integration' })
  const drifted = grid.getByRole('button', { name: /^work_country, BambooHR: Drifted/ })
  await expect.element(drifted).toHaveTextContent('96 → 4 +1')
  await expect.element(grid.getByRole('button', { name: /^stage, Lever: Failing samples, 2 fail/ })).toBeVisible()
  await expect.element(page.getByText('1 drifted + 1 failing samples + 0 mapped + 1 not mapped = 3')).toBeVisible()
  await drifted.click()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(grid.getByRole('button', { name: /^work_country, Personio: Not mapped/ })).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(grid.getByRole('button', { name: /^work_country, Personio: Not mapped/ })).toHaveFocus()
  await page.getByRole('button', { name: 'Failing samples 1' }).click()
  await expect.element(drifted).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Failing samples 1' }).click()
  await drifted.click()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'work_country' })).toBeVisible()
})
