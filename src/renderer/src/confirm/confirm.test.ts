import { mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { typeable, type ConfirmAnswer, type ShownAct } from '../../../shared/guard/confirm'
import '../app.css'
import { namesOfAllShapes } from '../testing/names-of-all-shapes'
import Confirm from './Confirm.svelte'

const act: ShownAct = {
  title: 'Send POST to Umber Textiles?',
  verb: 'Send POST',
  danger: false,
  note: 'It can change data in the customer’s system.',
  warnings: ['It may reach another address than it shows.'],
  workspace: 'Harbourline',
  practice: false,
  origin: 'https://api.eu.example.com',
  environment: 'production',
  region: 'eu',
  connector: { key: 'HRIS:one', endUser: 'Umber Textiles', integration: 'Personio', isTest: false },
  facts: [['Email', 'none']],
  typed: null,
  requests: [
    {
      what: '',
      method: 'POST',
      path: '/time-offs',
      headers: [['x-trace', '17']],
      body: { bytes: 11, digest: 'ab'.repeat(32), text: '{"days": 2}', end: null, files: [] },
      hidden: []
    }
  ]
}
const yes = page.getByRole('button', { name: /^(Send POST|Delete)/ })
const ready = () => expect.element(yes).toHaveAttribute('aria-disabled', 'false')
const notReady = () => expect.element(yes).toHaveAttribute('aria-disabled', 'true')

/** The window and all of its text are visible. */
const begins = () => expect.element(page.getByText('to cancel')).toBeVisible()

let answers: ConfirmAnswer[]
let saves: number[]
let disk: boolean
const onsave = async (at: number) => {
  saves.push(at)
  if (!disk) throw new Error('disk full')
  return true
}
let shown: Record<string, unknown>
function show(change: Partial<ShownAct> = {}, ondrawn: () => Promise<void> = async () => undefined) {
  const onanswer = (answer: ConfirmAnswer) => void answers.push(answer)
  shown = mount(Confirm, { target: document.body, props: { act: { ...act, ...change }, onanswer, onsave, ondrawn } })
}
const sending = (text: string, more: Partial<NonNullable<ShownAct['requests'][number]['body']>> = {}) =>
  act.requests.map((one) => one.body && { ...one, body: { ...one.body, text, ...more } }).filter((one) => one !== null)
beforeEach(() => {
  answers = []
  saves = []
  disk = true
  document.body.style.height = '600px'
})
afterEach(async () => {
  vi.useRealTimers()
  await unmount(shown)
})

test('shows which customer it reaches, at which address and in which environment, and exactly what leaves', async () => {
  show()
  const main = page.getByRole('main')
  for (const words of [
    'Harbourline',
    'EU',
    'https://api.eu.example.com',
    'Production',
    'Umber Textiles',
    'Personio',
    'HRIS:one',
    '/time-offs',
    'x-trace: 17',
    '{"days": 2}',
    'ab'.repeat(32),
    'another address'
  ])
    await expect.element(main).toHaveTextContent(words)
  await ready()
  await yes.click()
  expect(answers).toEqual([{ agreed: true, typed: '', why: '' }])
})

test('where a colleague is asked, the person can say why, and is not made to', async () => {
  show({ asksWhy: true })
  await begins()
  // Keys for another window would be read by the colleague.
  await expect.element(page.getByRole('textbox', { name: 'Why you ask' })).not.toHaveFocus()
  await page.getByRole('textbox', { name: 'Why you ask' }).fill('They left us in May')
  await ready()
  await yes.click()
  expect(answers).toEqual([{ agreed: true, typed: '', why: 'They left us in May' }])
})

test('Enter confirms with the focus on the button, and nowhere else', async () => {
  show()
  await ready()
  await userEvent.keyboard('{Enter}')
  expect(answers).toEqual([])
  await userEvent.tab()
  await userEvent.tab()
  await expect.element(yes).toHaveFocus()
  await ready()
  await userEvent.keyboard('{Enter}')
  expect(answers).toEqual([{ agreed: true, typed: '', why: '' }])
})

test('Esc and Cancel go back', async () => {
  show()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(answers).toEqual([
    { agreed: false, typed: '', why: '' },
    { agreed: false, typed: '', why: '' }
  ])
})

test('@attack keys and clicks that were meant for the page behind confirm nothing', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: false })
  show()
  const button = yes.element() as HTMLButtonElement
  const rest = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  await begins()
  // Rapid clicks on the button, and continued typing, each make it wait again.
  for (let i = 0; i < 5; i += 1) {
    await rest(1_400)
    button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    button.click()
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }))
  }
  expect(answers).toEqual([])
  await rest(1_499)
  button.click()
  expect(answers).toEqual([])
  // So does the focus that comes back from another program.
  window.dispatchEvent(new FocusEvent('focus'))
  await rest(1_499)
  button.click()
  expect(answers).toEqual([])
  await rest(1)
  const held = new KeyboardEvent('keydown', { key: 'Enter', repeat: true, cancelable: true })
  window.dispatchEvent(held)
  expect(held.defaultPrevented).toBe(true)
  await rest(1_500)
  button.click()
  expect(answers).toEqual([{ agreed: true, typed: '', why: '' }])
})

test('@attack keys that go on while the focus is on the button make it wait as well', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: false })
  show()
  const button = yes.element() as HTMLButtonElement
  await begins()
  button.focus()
  await vi.advanceTimersByTimeAsync(1_500)
  for (const key of ['o', 'k', 'Tab']) button.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  button.click()
  expect(answers).toEqual([])
  await vi.advanceTimersByTimeAsync(1_500)
  button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  button.click()
  expect(answers).toEqual([{ agreed: true, typed: '', why: '' }])
})

test('@attack the wait begins when main has shown the window, not before', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: false })
  let shows: () => void = () => undefined
  show({}, () => new Promise((resolve) => (shows = resolve)))
  const button = yes.element() as HTMLButtonElement
  await vi.advanceTimersByTimeAsync(1_400)
  shows()
  await begins()
  await vi.advanceTimersByTimeAsync(1_400)
  button.click()
  expect(answers).toEqual([])
  await vi.advanceTimersByTimeAsync(100)
  button.click()
  expect(answers).toHaveLength(1)
})

test('@attack typing the name is not reading what is sent', async () => {
  const typed = { label: 'Type the name', text: 'Umber Textiles' }
  show({ typed, requests: sending(`{"id": 1,${'\n'.repeat(300)}"iban": "DE00"}`) })
  await page.getByRole('textbox', { name: 'Type the name' }).fill('Umber Textiles')
  await expect.element(page.getByText('Scroll to the end to continue')).toBeVisible()
  await notReady()
})

test('@attack what stands far below is read before the button works', async () => {
  show({ requests: sending(`{"id": 1,${'\n'.repeat(300)}"iban": "DE00"}`) })
  const details = page.getByRole('region', { name: 'Confirmation details' })
  await expect.element(page.getByText('Scroll to the end to continue')).toBeVisible()
  await yes.click({ force: true })
  await notReady()
  expect(answers).toEqual([])
  await expect.element(details).toHaveTextContent('"iban": "DE00"')
  details.element().scrollTop = details.element().scrollHeight
  await ready()
})

test('a body that is too long to show can be saved', async () => {
  show({ requests: sending('beginning', { end: 'end', bytes: 9e6 }) })
  await expect.element(page.getByRole('main')).toHaveTextContent('Only the beginning and the end')
  const save = page.getByRole('button', { name: 'Save what will be sent' })
  await save.click()
  await expect.element(page.getByText('Saved')).toBeVisible()
  disk = false
  await save.click()
  await expect.element(page.getByText('It could not be saved')).toBeVisible()
  expect(saves).toEqual([0, 0])
})

test('@attack where tokens are hidden, it says in how many places, and how long they are', async () => {
  const requests = (...hidden: number[]) => act.requests.map((one) => ({ ...one, hidden }))
  show({ requests: [...requests(27), ...requests(14, 64)] })
  const shown = expect.element(page.getByRole('main'))
  await shown.toHaveTextContent('[token] stands for one of the app’s own tokens in 1 place: 27 characters.')
  await shown.toHaveTextContent('[token] stands for the app’s own tokens in 2 places: 14 to 64 characters each.')
})

test('a file is shown by its name, size and checksum', async () => {
  const files = [{ name: 'contract.pdf', type: 'PDF', bytes: 2_000, digest: 'cd'.repeat(32) }]
  show({ requests: sending('{}', { files }) })
  await expect
    .element(page.getByRole('main'))
    .toHaveTextContent(`contract.pdf, PDF, 2.0 kB, SHA-256 ${'cd'.repeat(32)}`)
})

test('the required text must match as shown', async () => {
  show({ title: 'Delete?', verb: 'Delete', danger: true, typed: { label: 'Type the name', text: 'Umber Textiles' } })
  const box = page.getByRole('textbox', { name: 'Type the name' })
  await expect.element(box).toHaveFocus()
  await box.fill('umber textiles')
  await notReady()
  await box.fill('Umber Textiles')
  await userEvent.keyboard('{Enter}')
  expect(answers).toEqual([])
  await ready()
  await yes.click()
  expect(answers).toEqual([{ agreed: true, typed: 'Umber Textiles', why: '' }])
})

test.each(namesOfAllShapes)('@attack the window draws a name of any shape, wherever it stands: %j', async (name) => {
  show({
    title: `Delete ${name}?`,
    workspace: name,
    warnings: [name],
    facts: [[name, name]],
    connector: { key: 'HRIS:one', endUser: name, integration: name, isTest: true },
    typed: { label: 'Type the customer’s name', text: name },
    requests: sending(name, { files: [{ name, type: name, bytes: 1, digest: '' }] })
  })
  const box = page.getByRole('textbox', { name: 'Type the customer’s name' })
  await box.fill(typeable(name))
  const details = page.getByRole('region', { name: 'Confirmation details' }).element()
  details.scrollTop = details.scrollHeight
  await ready()
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

test('what concerns no workspace names none', async () => {
  show({ workspace: '', connector: null })
  await begins()
  expect(
    page
      .getByRole('term')
      .elements()
      .map((one) => one.textContent)
  ).not.toContain('Workspace')
})
