import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ended, row } from '../testing/made-up'
import { open } from '../testing/open'
import { draft, passthroughClient } from '../testing/passthrough'

const path = page.getByRole('combobox', { name: 'Path' })
const picker = page.getByRole('combobox', { name: 'Connector' })
const send = page.getByRole('button', { name: 'Send', exact: true })
const response = page.getByRole('region', { name: 'Response' })
const requests = page.getByRole('tablist', { name: 'Requests' })
const folded = page.getByRole('button', { name: 'Request preview' })

test('the view opens with the focus in Path where a connector is chosen, and another tab leaves it alone', async () => {
  await open(passthroughClient(draft(), draft({ path: '/b' })), '#/passthrough')
  await expect.element(path).toHaveFocus()
  const other = requests.getByRole('tab', { name: /^GET b/ })
  await other.click()
  await expect.element(path).toHaveValue('/b')
  await expect.element(other).toHaveFocus()
})

test('the connector box says region and environment, which are colour and chip to the eye', async () => {
  await open(passthroughClient(draft()), '#/passthrough')
  await expect.element(picker).toHaveAccessibleDescription(/^Default, PROD/)
})

test('without a connector the view takes no focus; the choice of one moves it to Path', async () => {
  const client = passthroughClient(draft({ connector: null, path: '' }))
  await open(client, '#/passthrough')
  await expect.poll(() => client.refreshId).not.toBe('')
  const rows = [row('HRIS', 'a', { end_user: 'Hollis Freight', integration_slug: 'workday' })]
  client.connectors.hold(rows)
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  await expect.element(path).not.toHaveFocus()
  await picker.fill('hollis')
  await expect.element(page.getByRole('option', { name: /Hollis Freight/ })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(path).toHaveFocus()
  await userEvent.keyboard('/employees')
  await picker.click()
  await page.getByRole('option', { name: /Hollis Freight/ }).click()
  await expect.element(path).toHaveFocus()
  await expect.element(path).toHaveValue('/employees')
})

test('the connector box says that connectors are loading until main has told how many there are', async () => {
  const client = passthroughClient(draft({ connector: null, path: '' }))
  let tell: (value?: unknown) => void = () => undefined
  const told = new Promise((resolve) => (tell = resolve))
  const tally = { total: 0, facets: {}, perCategory: {}, undiagnosed: 0, older: [] }
  client.answer('connectors:tally', () => told.then(() => tally))
  const desk = await open(client, '#/passthrough')
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  await picker.click()
  await expect.element(page.getByText('Loading connectors: you can select them as they arrive.')).toBeVisible()
  await expect.element(page.getByText('No connectors loaded in this region yet.')).not.toBeInTheDocument()
  tell()
  await expect.poll(() => desk.connectors.active?.refreshRun?.running).toBe(false)
  await expect.element(page.getByText('No connectors loaded in this region yet.')).toBeVisible()
})

test.for([
  [1280, 800],
  [1024, 640]
] as const)('at %i × %i the path is wide, and the connector is whole', async ([width, height]) => {
  const { connector } = draft()
  if (!connector) throw new Error('The made-up draft has a connector.')
  const endUser = 'Murray & Grant Coffee Roasters'
  await open(passthroughClient(draft({ connector: { ...connector, endUser } })), '#/passthrough')
  await page.viewport(width, height)
  await expect.element(path).toBeVisible()
  expect(path.element().clientWidth).toBeGreaterThan(400)
  for (const text of ['Default', endUser, 'Personio', 'PROD']) {
    const shown = page
      .getByText(text, { exact: true })
      .elements()
      .filter((one) => one.closest('.picker'))
    expect(shown.length, text).toBe(1)
    expect(shown[0]?.scrollWidth, text).toBeLessThanOrEqual(shown[0]?.clientWidth ?? 0)
    expect(shown[0]?.getBoundingClientRect().width, text).toBeGreaterThan(0)
  }
})

test('at 1024 × 640 the response is in view after Send, with its body and the request that was sent', async () => {
  await open(passthroughClient(draft()), '#/passthrough')
  await page.viewport(1024, 640)
  await send.click()
  await expect.element(response.getByText('412 ms')).toBeInViewport({ ratio: 1 })
  await expect.element(page.getByRole('grid', { name: 'Body, pretty' })).toBeInViewport({ ratio: 1 })
  await expect.element(path).toBeInViewport({ ratio: 1 })
})

test('the preview is folded until it is opened, and then stays open', async () => {
  const client = passthroughClient(draft())
  await open(client, '#/passthrough')
  await expect.element(folded).toHaveAttribute('aria-expanded', 'false')
  await expect.element(page.getByRole('textbox', { name: 'Request preview' })).not.toBeInTheDocument()
  await folded.click()
  await expect.element(page.getByRole('textbox', { name: 'Request preview' })).toBeVisible()
  await expect.poll(() => client.asked('app:keepWindow').at(-1)?.state).toContain('"preview":true')
})
