import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { PracticeTime } from '../../../shared/workspaces/practice-time'
import { AppError } from '../../../shared/errors'
import { FakeClient } from '../testing/fake-client'
import { appState, workspace } from '../testing/made-up'
import { open } from '../testing/open'

const hour = 3_600_000
const button = page.getByRole('button', { name: 'Practice time' })
const panel = page.getByRole('dialog', { name: 'Practice time' })

function practice() {
  const client = new FakeClient(appState({ workspaces: [workspace({ kind: 'practice', name: 'Practice workspace' })] }))
  const start = Date.now()
  const world: PracticeTime = { now: start, speed: 1, next: start + 5 * hour, told: [] }
  client.answer('workspaces:practiceTime', ({ change }) => {
    if (change === 'next') {
      world.told = [{ at: world.next ?? 0, words: 'Relink needed: Larkfield Foods (Gusto)' }, ...world.told]
      world.now = world.next ?? 0
      world.next = world.told.length > 1 ? null : world.now + 50 * hour
    } else if (change !== null) world.speed = change
    return { ...world }
  })
  /** Without the looks that the open panel takes by itself. */
  const changes = () => client.asked('workspaces:practiceTime').filter(({ change }) => change !== null)
  return { client, world, changes }
}

test('only the practice workspace has a time of its own', async () => {
  await open(new FakeClient(appState()))
  await expect.element(page.getByRole('combobox', { name: 'Region' })).toBeVisible()
  await expect.element(button).not.toBeInTheDocument()
})

test('the practice time is told, and the next event happens on request', async () => {
  const { client, changes } = practice()
  await open(client)
  await button.click()
  await expect.element(panel).toHaveTextContent('Nothing has happened yet.')
  await expect.element(panel).toHaveTextContent('in 5 h')
  await panel.getByRole('button', { name: 'Next event' }).click()
  await expect.element(panel.getByRole('listitem')).toHaveTextContent('Relink needed: Larkfield Foods (Gusto)')
  await expect.element(panel).toHaveTextContent('in 2 d 2 h')
  expect(changes()).toEqual([{ region: 'default', change: 'next' }])
  await panel.getByRole('button', { name: 'Next event' }).click()
  await expect.element(panel).toHaveTextContent('The year is over.')
  await expect.element(panel.getByRole('button', { name: 'Next event' })).toBeDisabled()
})

test('time runs faster on request, also in the bar', async () => {
  const { client, changes } = practice()
  const desk = await open(client)
  await button.click()
  await panel.getByRole('button', { name: '1 day a minute' }).click()
  expect(changes()).toEqual([{ region: 'default', change: 1440 }])
  await expect.element(panel.getByRole('button', { name: '1 day a minute' })).toHaveAttribute('aria-pressed', 'true')
  const shown = () => panel.getByRole('time').element().getAttribute('datetime') ?? ''
  const before = Date.parse(shown())
  desk.clock.tick(Date.now() + 60_000)
  await expect.poll(() => Date.parse(shown()) - before).toBeGreaterThan(20 * hour)
})

test('while it is open, it tells what happens by itself', async () => {
  const { client, world } = practice()
  const desk = await open(client)
  await button.click()
  world.told = [{ at: world.now, words: 'Outage of Gusto is over' }]
  desk.clock.tick(Date.now() + 3000)
  await expect.element(panel.getByRole('listitem')).toHaveTextContent('Outage of Gusto is over')
})

test('a practice workspace that does not answer says so', async () => {
  const { client } = practice()
  await open(client)
  await button.click()
  client.answer('workspaces:practiceTime', () => {
    throw new AppError('internal', 'The practice workspace did not start.')
  })
  await panel.getByRole('button', { name: 'Next event' }).click()
  await expect.element(panel.getByRole('alert')).toBeVisible()
})
