import { mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ConfirmAnswer, ShownAct } from '../../../shared/confirm'
import '../app.css'
import Confirm from './Confirm.svelte'

const act: ShownAct = {
  title: 'Send POST to Umber Textiles?',
  verb: 'Send POST',
  danger: false,
  note: 'It can change data in the customer’s system.',
  warnings: ['It may reach another address than it shows.'],
  workspace: 'Harbourline',
  practice: false,
  region: 'eu',
  connector: { key: 'HRIS:one', endUser: 'Umber Textiles', integration: 'Personio', isTest: false },
  facts: [['Email', 'none']],
  typed: null,
  requests: [
    {
      what: '',
      method: 'POST',
      path: '/time-offs',
      body: { bytes: 11, digest: 'ab'.repeat(32), beginning: '{"days": 2}' }
    }
  ]
}
const yes = page.getByRole('button', { name: /^(Send POST|Delete)/ })

let answers: ConfirmAnswer[]
let shown: Record<string, unknown>
function show(change: Partial<ShownAct> = {}) {
  shown = mount(Confirm, {
    target: document.body,
    props: { act: { ...act, ...change }, onanswer: (answer: ConfirmAnswer) => void answers.push(answer) }
  })
}
beforeEach(() => void (answers = []))
afterEach(() => unmount(shown))

test('shows which customer it reaches and exactly what leaves; Enter confirms', async () => {
  show()
  const main = page.getByRole('main')
  for (const words of [
    'Harbourline',
    'EU',
    'PROD',
    'Umber Textiles',
    'Personio',
    'HRIS:one',
    '/time-offs',
    '{"days": 2}',
    'ab'.repeat(32),
    'another address'
  ])
    await expect.element(main).toHaveTextContent(words)
  await expect.element(yes).toBeEnabled()
  await userEvent.keyboard('{Enter}')
  expect(answers).toEqual([{ agreed: true, typed: '' }])
})

test('Esc and Cancel go back', async () => {
  show()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(answers).toEqual([
    { agreed: false, typed: '' },
    { agreed: false, typed: '' }
  ])
})

test('@attack an Enter that was meant for the page behind confirms nothing', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: false })
  show()
  await userEvent.keyboard('{Enter}')
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', repeat: true }))
  expect(answers).toEqual([])
  vi.advanceTimersByTime(400)
  vi.useRealTimers()
  await expect.element(yes).toBeEnabled()
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', repeat: true }))
  expect(answers).toEqual([])
})

test('the required text must match exactly', async () => {
  show({ title: 'Delete?', verb: 'Delete', danger: true, typed: { label: 'Type the name', text: 'Umber Textiles' } })
  const box = page.getByRole('textbox', { name: 'Type the name' })
  await expect.element(box).toHaveFocus()
  await box.fill('umber textiles')
  await userEvent.keyboard('{Enter}')
  await expect.element(yes).toBeDisabled()
  await box.fill('Umber Textiles')
  await expect.element(yes).toBeEnabled()
  await userEvent.keyboard('{Enter}')
  expect(answers).toEqual([{ agreed: true, typed: 'Umber Textiles' }])
})

test('@attack a name with HTML, a right-to-left override and a zero-width letter is shown as what it is', async () => {
  const endUser = '<img src=x onerror=alert(1)>\u202Egro.live\u200B'
  show({ connector: { key: 'HRIS:one', endUser, integration: 'Personio', isTest: false } })
  expect(document.querySelector('main img')).toBeNull()
  await expect.element(page.getByTitle('An invisible character').first()).toBeVisible()
})

test('@attack so is a name in a warning', async () => {
  show({ warnings: [`Tested on data of \u202Egro.live${'x'.repeat(20_000)}, not on data of Umber Textiles.`] })
  await expect.element(page.getByTitle('An invisible character')).toBeVisible()
  expect(document.querySelector('.warnings')?.textContent.length).toBeLessThan(2_000)
})
