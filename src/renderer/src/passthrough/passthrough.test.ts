import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError, type AppErrorShape } from '../../../shared/errors'
import type { SentHead } from '../../../shared/passthrough/library'
import type { PassthroughDraft } from '../../../shared/passthrough/passthrough'
import type { BodySummary } from '../../../shared/viewer/windows'
import { appState, ended, row, workspace } from '../testing/made-up'
import type { FakeClient } from '../testing/fake-client'
import { madeUpCall } from '../testing/made-up-activity'
import { open } from '../testing/open'
import { draft, line, passthroughClient, result, summary, uuid } from '../testing/passthrough'

const send = page.getByRole('button', { name: 'Send', exact: true })
const path = page.getByRole('combobox', { name: 'Path' })
const response = page.getByRole('region', { name: 'Response' })
const requests = page.getByRole('tablist', { name: 'Requests' })

async function withTab(...drafts: PassthroughDraft[]) {
  const client = passthroughClient(...drafts)
  const desk = await open(client, '#/passthrough')
  await expect.element(path).toBeVisible()
  return { client, desk }
}

test('a long line that is scrolled goes by below the line numbers, in every editor', async () => {
  await withTab(draft({ method: 'POST', body: { kind: 'json', text: `{"note": "${'word '.repeat(100)}"}` } }))
  await page.getByRole('tab', { name: /^Body/ }).click()
  await page.getByRole('button', { name: 'Request preview' }).click()
  await expect.element(page.getByRole('textbox', { name: 'JSON body' })).toBeVisible()
  const color = (one: Element) => getComputedStyle(one).backgroundColor
  const grounds = [...document.querySelectorAll('.editor')].flatMap((host) => {
    const gutter = host.shadowRoot?.querySelector('.cm-gutters')
    let behind = host
    while (color(behind) === 'rgba(0, 0, 0, 0)' && behind.parentElement) behind = behind.parentElement
    return gutter ? [[color(gutter), color(behind)]] : []
  })
  expect(grounds).toHaveLength(2)
  for (const [gutter, behind] of grounds) expect(gutter).toBe(behind)
})

test('a read goes at once, and the answer says that only the third party knows how it went', async () => {
  const { client } = await withTab(draft())
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(response).toHaveTextContent('Delivered to Personio. Check the response body for its result.')
  await expect.element(response.getByText('412 ms')).toBeVisible()
  const [request] = client.asked('passthrough:send')
  expect(request).toMatchObject({ draft: draft() })
})

test('a failure in the body of a provider is in the head, by the name of its integration', async () => {
  const { client } = await withTab(draft())
  const providerError = { status: 422, code: 'invalid_employee', message: 'name.last is needed' }
  client.answer('passthrough:send', ({ requestId }) => result({ requestId, providerError }))
  await send.click()
  const outcome = response.getByRole('alert', { name: 'Outcome' })
  await expect.element(outcome).toHaveTextContent('Personio answered: 422 invalid_employee')
  await expect.element(outcome).toHaveTextContent('name.last is needed')
  await expect.element(outcome).not.toHaveTextContent('Delivered to')
  // First the provider's state, in its tone, then the API's.
  const facts = response.getByText('API 200', { exact: true }).element().parentElement
  expect(facts?.textContent?.trim()).toMatch(/^422\s*API 200/)
  await expect.element(response.getByText('422', { exact: true })).toHaveClass('text-failed')
})

test('a 404 is the answer of the provider, not of something the app lost', async () => {
  const { client } = await withTab(draft())
  const advice = ['Personio has nothing at GET /nowhere: the API passed its 404 on. Check the path.']
  const error = { code: 'not-found' as const, message: '', status: 404, endpoint: 'POST /api/v1/passthrough' }
  client.answer('passthrough:send', ({ requestId }) =>
    result({ requestId, outcome: 'refused', status: 404, error, advice })
  )
  await send.click()
  const outcome = response.getByRole('alert', { name: 'Outcome' })
  await expect.element(outcome.getByRole('heading')).toHaveTextContent('Personio answered: 404')
  await expect.element(outcome).toHaveTextContent('Personio has nothing at GET /nowhere')
  await expect.element(outcome).not.toHaveTextContent('This no longer exists')
})

test('the history shows the state of the provider first, and that of the API', async () => {
  const client = passthroughClient(draft())
  const head = (n: number, providerError?: SentHead['providerError']): SentHead => ({
    ...{ id: uuid(70 + n), askedAt: n, method: 'GET', path: `/employees/${n}`, region: 'default', bytes: 9 },
    ...{ connector: { key: 'HRIS:one', endUser: 'Umber Textiles', integrationSlug: 'personio' }, bodyDropped: null },
    ...{ outcome: 'answered', status: 200, ...(providerError && { providerError }) }
  })
  const entries = [head(1, { status: 404, code: 'not_found' }), head(2, { status: null, code: 'Client' }), head(3)]
  client.answer('passthrough:listHistory', () => ({ entries, next: null }))
  await open(client, '#/passthrough')
  const texts = () =>
    page
      .getByRole('button', { name: /\/employees\/\d/ })
      .elements()
      .map((one) => one.textContent?.replace(/\s+/g, ' ').trim())
  await expect
    .poll(texts)
    .toEqual([
      expect.stringMatching(/^GET \/employees\/1 404 .*Personio: not_found API 200$/),
      expect.stringMatching(/^GET \/employees\/2 error .*Personio: Client API 200$/),
      expect.stringMatching(/^GET \/employees\/3 200 (?!.*API)/)
    ])
})

test('a request of the other region names both, and offers to switch the window', async () => {
  const client = passthroughClient(draft({ region: 'eu' }))
  client.answer('workspaces:open', () => appState({ workspaces: [workspace({ region: 'eu' })] }))
  await open(client, '#/passthrough')
  const said = page.getByText('This request is sent to EU, where its connector is. The window shows Default.')
  await expect.element(said).toBeVisible()
  await page.getByRole('button', { name: 'Switch to EU' }).click()
  expect(client.asked('workspaces:open')).toEqual([{ workspaceId: workspace().id, region: 'eu' }])
  await expect.element(said).not.toBeInTheDocument()
})

test('a response says when the request was edited after it came, and moves nothing', async () => {
  await withTab(draft())
  await send.click()
  const taken = response.getByText('412 ms')
  await expect.element(taken).toBeVisible()
  const edited = response.getByText('Request edited since')
  await expect.element(edited).not.toBeInTheDocument()
  const places = () =>
    [taken.element(), response.getByLabelText('Outcome').element()].map((one) =>
      JSON.stringify(one.getBoundingClientRect())
    )
  const before = places()
  for (const change of [
    () => page.getByRole('combobox', { name: 'Method' }).selectOptions('POST'),
    () => path.fill('/other')
  ]) {
    await change()
    await expect.element(edited).toBeVisible()
    expect(places()).toEqual(before)
    await page.getByRole('combobox', { name: 'Method' }).selectOptions('GET')
    await path.fill('/employees')
    await expect.element(edited).not.toBeInTheDocument()
  }
})

test('a write goes to main, which asks; declining leaves everything as it was', async () => {
  const { client } = await withTab(draft())
  await send.click()
  await expect.element(response.getByText('412 ms')).toBeVisible()
  let answer: (result: Error) => void = () => undefined
  client.answer('passthrough:send', () => new Promise<never>((_, reject) => (answer = reject)))
  await page.getByRole('combobox', { name: 'Method' }).selectOptions('POST')
  await send.click()
  await expect.poll(() => client.asked('passthrough:send')).toHaveLength(2)
  const { requestId } = client.asked('passthrough:send')[1] ?? expect.fail('Nothing was asked.')
  client.emit('passthrough:progress', { requestId, progress: { stage: 'confirm', since: Date.now(), tries: 0 } })
  await expect.element(response).toHaveTextContent('Waiting for your confirmation')
  answer(new AppError('cancelled', 'It was not confirmed.'))
  await expect.element(response.getByText('412 ms')).toBeVisible()
  await expect.element(page.getByText('It was stopped before the end')).not.toBeInTheDocument()
})

test('what must not be sent is not, and shows at its field', async () => {
  const { client } = await withTab(
    draft({ path: '/people/{{who}}', headers: [{ name: 'X-A', value: 'a\nb', enabled: true }] })
  )
  await send.click()
  await expect.element(path).toHaveAttribute('aria-invalid', 'true')
  await expect
    .element(page.getByText('This workspace has no variable named who. It has none yet.').first())
    .toBeVisible()
  await page.getByRole('tab', { name: 'Headers' }).click()
  const value = page.getByRole('textbox', { name: 'Header 1 value' })
  await expect.element(value).toHaveAccessibleDescription(/cannot contain/)
  expect(client.asked('passthrough:send')).toHaveLength(0)
})

test('the press that leaves the path with a query in it hits what it was aimed at', async () => {
  await withTab(draft({ path: '/people' }))
  const headers = page.getByRole('tab', { name: 'Headers' })
  const { y } = headers.element().getBoundingClientRect()
  await path.fill('/people?team=dock')
  await expect.element(path).not.toHaveAttribute('aria-invalid')
  expect(headers.element().getBoundingClientRect().y).toBe(y)
  await headers.click()
  await expect.element(headers).toHaveAttribute('aria-selected', 'true')
  await expect.element(path).toHaveValue('/people')
  await page.getByRole('tab', { name: 'Params' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Param 1 value' })).toHaveValue('dock')
})

test('the forms of a body that is opened late push nothing aside', async () => {
  const { client } = await withTab(draft())
  let opens: (body: ReturnType<typeof summary>) => void = () => undefined
  const opened = new Promise<ReturnType<typeof summary>>((resolve) => (opens = resolve))
  client.answer('passthrough:openResponse', () => opened)
  await send.click()
  await expect.element(response.getByText('Opening the response…')).toBeVisible()
  const headers = response.getByRole('button', { name: /^Headers/ })
  await expect.element(headers).not.toBeInTheDocument()
  opens(summary())
  await expect.element(response.getByRole('tab', { name: 'Pretty' })).toBeVisible()
  await expect.element(headers).toBeVisible()
})

test('a known variable is not a problem', async () => {
  const client = passthroughClient(draft({ path: '/people/{{who}}' }))
  client.answer('passthrough:variables', () => [{ name: 'who', value: '88213' }])
  await open(client, '#/passthrough')
  await expect.element(path).not.toHaveAttribute('aria-invalid')
  await page.getByRole('button', { name: 'Request preview' }).click()
  await expect
    .element(page.getByRole('textbox', { name: 'Request preview' }))
    .toHaveTextContent('"path": "/people/88213"')
  await send.click()
  // Main fills it in.
  const sent = { draft: expect.objectContaining({ path: '/people/{{who}}' }), variables: [] }
  await expect.poll(() => client.asked('passthrough:send')[0]).toMatchObject(sent)
})

test('an invalid JSON body is not sent, and its place is named', async () => {
  const { client } = await withTab(draft({ method: 'POST', body: { kind: 'json', text: '{\n  "a": 1,\n}' } }))
  await send.click()
  await expect.element(page.getByRole('tab', { name: 'Body', exact: true })).toHaveAttribute('aria-selected', 'true')
  await expect.element(page.getByText(/Line 3, column 1:/)).toBeVisible()
  expect(client.asked('passthrough:send')).toHaveLength(0)
})

test('a validation error of the service is at the control it names, until that is changed', async () => {
  const { client } = await withTab(draft({ timeout: '900' }))
  client.answer('passthrough:send', ({ requestId }) =>
    result({
      requestId,
      outcome: 'refused',
      status: 422,
      error: { code: 'validation', message: 'refused', status: 422 },
      advice: ['The API rejected the request. The fields it names are marked.'],
      issues: [{ field: 'timeout', message: 'Input should be at most 300' }]
    })
  )
  await send.click()
  await expect.element(response).toHaveTextContent('The fields it names are marked')
  await page.getByRole('tab', { name: 'Options' }).click()
  const timeout = page.getByRole('textbox', { name: 'Timeout' })
  await expect.element(timeout).toHaveAccessibleDescription('The API: Input should be at most 300')
  await timeout.fill('300')
  await expect.element(timeout).not.toHaveAttribute('aria-invalid')
})

test('an unknown outcome says what to check, and nothing is sent again', async () => {
  const { client } = await withTab(draft({ method: 'PATCH', path: '/employees/7' }))
  client.answer('passthrough:send', ({ requestId }) =>
    result({
      requestId,
      outcome: 'unknown',
      status: null,
      responseId: null,
      headers: [],
      error: { code: 'timeout', message: 'no answer' },
      advice: [
        'It may or may not have arrived: no response came.',
        'Look in personio whether PATCH /employees/7 was done.'
      ]
    })
  )
  await send.click()
  const outcome = response.getByRole('alert', { name: 'Outcome' })
  await expect.element(outcome).toHaveTextContent('Outcome unknown')
  await expect.element(outcome).toHaveTextContent('Look in personio whether PATCH /employees/7 was done.')
  expect(client.asked('passthrough:send')).toHaveLength(1)
})

test('a wait the service asked for is no longer where the clock was set back during the send', async () => {
  const { client } = await withTab(draft())
  client.answer('passthrough:send', ({ requestId }) => {
    const made = result({
      requestId,
      outcome: 'failed',
      status: 429,
      error: { code: 'rate-limited', message: 'too many', status: 429, retryAfterMs: 30_000 }
    })
    return { ...made, timing: { ...made.timing, doneAt: Date.now() + 3_600_000 } }
  })
  await send.click()
  await expect.element(response).toHaveTextContent(/Wait (29|30|31) s before sending again/)
})

test('a send that runs says where it is, and Escape cancels it', async () => {
  const { client } = await withTab(draft())
  client.answer('passthrough:send', () => new Promise(() => undefined))
  await send.click()
  const [request] = client.asked('passthrough:send')
  const requestId = request?.requestId ?? ''
  client.emit('passthrough:progress', {
    requestId,
    progress: {
      stage: 'waiting',
      since: Date.now(),
      tries: 1,
      wait: { until: Date.now() + 30_000, reason: 'rate-limit', source: 'retry-after', status: 429 }
    }
  })
  await expect.element(response).toHaveTextContent(/Waiting (30|2\d) s: rate limit/)
  await expect.element(send).not.toBeInTheDocument()
  // A clock set back by an hour does not lengthen the wait.
  const since = Date.now() + 3_600_000
  client.emit('passthrough:progress', {
    requestId,
    progress: {
      stage: 'waiting',
      since,
      tries: 1,
      wait: { until: since + 20_000, reason: 'rate-limit', source: 'retry-after', status: 429 }
    }
  })
  await expect.element(response).toHaveTextContent('Waiting 20 s: rate limit')
  await userEvent.keyboard('{Escape}')
  expect(client.asked('app:cancelJob')).toContainEqual({ requestId })
})

test('a read that waits after a failed try says why, at the first', async () => {
  const { client } = await withTab(draft())
  client.answer('passthrough:send', () => new Promise(() => undefined))
  await send.click()
  const requestId = client.asked('passthrough:send')[0]?.requestId ?? ''
  const waits = (error: AppErrorShape) => {
    const wait = {
      until: Date.now() + 30_000,
      reason: 'retry',
      source: 'backoff',
      failure: { host: 'api.example', error }
    } as const
    const progress = { stage: 'waiting', since: Date.now(), tries: 1, wait } as const
    client.emit('passthrough:progress', { requestId, progress })
  }
  waits({ code: 'unreachable', message: 'This computer has no network.' })
  await expect
    .element(response)
    .toHaveTextContent(/No connection to api\.example ?This computer has no network\. Retrying in (30|2\d) s\./)
  waits({ code: 'service-unavailable', message: 'The API failed.', status: 503 })
  await expect.element(response).toHaveTextContent('api.example answered 503')
  await expect.element(response).not.toHaveTextContent('Not sent yet')
})

test('the focus moves to the response once the button that was pressed is gone', async () => {
  const { client } = await withTab(draft())
  await send.click()
  await expect.element(response).toHaveTextContent('412 ms')
  await expect.element(response).toHaveFocus()
  const timing = { askedAt: 0, startedAt: 0, sentAt: 0, headAt: 80, doneAt: 98 }
  client.answer('passthrough:send', ({ requestId }) => result({ requestId, timing }))
  await path.click()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(response).toHaveTextContent('98 ms')
  await expect.element(path).toHaveFocus()
})

test('at 200 % zoom, where it is below the request, the response comes into sight', async () => {
  await withTab(draft())
  await page.viewport(640, 400)
  await expect.poll(() => response.element().getBoundingClientRect().top).toBeGreaterThan(400)
  await send.click()
  await expect.element(page.getByText('412 ms')).toBeInViewport()
})

test('a long integration leaves room for the end user in the connector box', async () => {
  const { connector } = draft()
  if (!connector) throw new Error('The made-up draft has a connector.')
  await withTab(draft({ connector: { ...connector, endUser: 'Hollis Freight', integrationSlug: 'x'.repeat(120) } }))
  const shown = page.getByText('Hollis Freight', { exact: true }).first().element()
  expect(shown.scrollWidth).toBeLessThanOrEqual(shown.clientWidth)
})

test('the picker finds by end user, origin id, id and category, and shows the state of each', async () => {
  const { client } = await withTab(draft({ connector: null }))
  await expect.poll(() => client.refreshId).not.toBe('')
  client.connectors.hold([
    row('HRIS', 'a', { end_user: 'Hollis Freight', origin_id: 'hf-77', integration_slug: 'workday' }),
    row('ATS', 'b', {
      end_user: 'Hollis Freight',
      origin_id: 'hf-77',
      status: 'RELINK_NEEDED',
      is_test_connector: true
    }),
    row('LMS', 'c', { end_user: 'Umber Textiles', origin_id: 'ut-1' })
  ])
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  const picker = page.getByRole('combobox', { name: 'Connector' })
  const options = () =>
    page
      .getByRole('listbox')
      .getByRole('option')
      .elements()
      .map((one) => one.textContent?.replace(/\s+/g, ' ') ?? '')
  await picker.fill('hf-77')
  await expect.poll(() => options().length).toBe(2)
  // Enter waits for main: what the letters before found is not what is typed now.
  await picker.fill('umber')
  await userEvent.keyboard('{Enter}')
  await expect.element(picker).toHaveValue('Umber Textiles, Bamboohr, LMS')
  await picker.fill('hollis ats')
  await expect.poll(() => options().length).toBe(1)
  expect(options()[0]).toMatch(/Hollis Freight.*TEST.*ATS.*Relink needed/)
  await userEvent.keyboard('{Enter}')
  await expect.element(picker).toHaveValue('Hollis Freight, Bamboohr, ATS')
  await send.click()
  await expect
    .poll(() => client.asked('passthrough:send')[0]?.draft.connector)
    .toMatchObject({ key: 'ATS:b', originId: 'hf-77', isTest: true })
})

test('a query that is pasted becomes params; options left alone stay out of the envelope', async () => {
  await withTab(draft({ path: '' }))
  await path.fill('/people?limit=5&tag=a&tag=b')
  await page.getByRole('tab', { name: 'Params' }).click()
  await expect.element(path).toHaveValue('/people')
  await expect.element(page.getByRole('textbox', { name: 'Param 1 name' })).toHaveValue('limit')
  await expect.element(page.getByText('repeats').first()).toBeInTheDocument()
  await page.getByRole('button', { name: 'Request preview' }).click()
  const envelope = page.getByRole('textbox', { name: 'Request preview' })
  await expect.element(envelope).toHaveTextContent('"headers": {}')
  await expect.element(envelope).toHaveTextContent('"tag": ["a","b"]')
  expect(envelope.element().textContent).not.toMatch(/timeout|format/)
})

test('a query that was just typed goes along as params when Ctrl+Enter sends', async () => {
  const { client } = await withTab(draft({ path: '' }))
  await path.click()
  await userEvent.keyboard('/people?limit=5{Control>}{Enter}{/Control}')
  await expect.poll(() => client.asked('passthrough:send').length).toBe(1)
  expect(client.asked('passthrough:send')[0]?.draft).toMatchObject({
    path: '/people',
    params: [{ name: 'limit', value: '5' }]
  })
})

test('a curl command fills the form, and a notice lists what was left out', async () => {
  await withTab(draft({ path: '' }))
  await page.getByRole('button', { name: 'Import cURL' }).click()
  const command = `curl -X PUT 'https://api.personio.example/v1/people/7?full=1' -H 'Authorization: Bearer abc' -H 'X-Trace: t' --json '{"a":1}'`
  await page.getByRole('textbox', { name: 'Command' }).fill(command)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect.element(path).toHaveValue('/v1/people/7')
  await expect.element(page.getByRole('combobox', { name: 'Method' })).toHaveValue('PUT')
  await expect.element(page.getByRole('textbox', { name: 'JSON body' })).toHaveTextContent('{"a":1}')
  const notice = page.getByRole('status', { name: 'Imported from a command' })
  await expect.element(notice).toHaveTextContent('Left out as secrets: Authorization')
  await expect.element(notice).toHaveTextContent('The host api.personio.example is left out')
  expect(document.body.textContent).not.toContain('abc')
})

test('of a huge response only the windows in view are read', async () => {
  const total = 3_000_000
  const { client } = await withTab(draft())
  client.answer('passthrough:openResponse', () => summary({ prettyLines: total, rawLines: total }))
  client.answer('passthrough:readLines', ({ from, count }) => ({
    total,
    lines: Array.from({ length: Math.min(count, total - from) }, (_, at) => line(from + at))
  }))
  await send.click()
  const lines = page.getByRole('grid', { name: 'Body, pretty' })
  await expect.element(lines).toHaveTextContent('"line 3"')
  expect(client.asked('passthrough:readLines')).toEqual([{ id: 'body', form: 'pretty', from: 0, count: 500 }])
  ;(lines.element() as HTMLElement).focus()
  await userEvent.keyboard('{End}')
  await expect.element(lines).toHaveTextContent(`"line ${total - 1}"`)
  expect(client.asked('passthrough:readLines').length).toBeLessThan(4)
  expect(document.querySelectorAll('[role=row]').length).toBeLessThan(120)
})

test('of a large response the beginning is shown while the rest is read', async () => {
  const { client } = await withTab(draft())
  let total = 40
  let end: (whole: BodySummary) => void = () => undefined
  client.answer('passthrough:openResponse', () => summary({ prettyLines: total, beginning: true }))
  client.answer('passthrough:wholeResponse', () => new Promise<BodySummary>((resolve) => (end = resolve)))
  client.answer('passthrough:readLines', ({ from, count }) => ({
    total,
    lines: Array.from({ length: Math.min(count, total - from) }, (_, at) => line(from + at, `"of ${total}"`))
  }))
  await send.click()
  const lines = page.getByRole('grid', { name: 'Body, pretty' })
  await expect.element(lines).toHaveTextContent('"of 40"')
  await expect.element(page.getByText('Reading the rest…')).toBeVisible()
  total = 90_000
  const tables = [{ node: 0, jmespath: '@', rows: 45_000 }]
  end(summary({ prettyLines: total, tables }))
  await expect.element(lines).toHaveAttribute('aria-rowcount', '90000')
  await expect.element(lines).toHaveTextContent('"of 90000"')
  await expect.element(lines).not.toHaveTextContent('"of 40"')
  await expect.element(page.getByText('Reading the rest…')).not.toBeInTheDocument()
  await expect.element(page.getByRole('tab', { name: 'Table' })).toBeVisible()
})

test('what keeps the rest of a large response from being read is said above its beginning', async () => {
  const { client } = await withTab(draft())
  const why = 'This response cannot be shown: it took too long. You can still save it.'
  client.answer('passthrough:openResponse', () => summary({ prettyLines: 3, beginning: true }))
  client.answer('passthrough:wholeResponse', () => Promise.reject(new AppError('too-large', why)))
  await send.click()
  await expect.element(response.getByText(why, { exact: true })).toBeVisible()
  await expect.element(page.getByText('Reading the rest…')).not.toBeInTheDocument()
})

test('a response that turns out not to be JSON is shown as it came', async () => {
  const { client } = await withTab(draft())
  client.answer('passthrough:openResponse', () => summary({ prettyLines: 3, beginning: true }))
  const notices = ['Broken JSON at line 9, column 1: it breaks off.']
  client.answer('passthrough:wholeResponse', () => summary({ kind: 'text', prettyLines: 0, values: 0, notices }))
  await send.click()
  await expect.element(page.getByRole('grid', { name: 'Body, raw' })).toHaveTextContent('"line 1"')
  await expect.element(page.getByText(notices[0] ?? '')).toBeVisible()
  await expect.element(page.getByRole('tab', { name: 'Pretty' })).not.toBeInTheDocument()
})

test('an image is never drawn, only saved', async () => {
  const { client } = await withTab(draft())
  client.answer('passthrough:openResponse', () => summary({ kind: 'binary', prettyLines: 0, rawLines: 0 }))
  client.answer('passthrough:saveResponse', () => '/home/kim/photo.png')
  await send.click()
  await response.getByRole('button', { name: 'Save to a file' }).click()
  await expect.element(response).toHaveTextContent('Saved as /home/kim/photo.png')
  await expect.element(response.getByRole('button', { name: 'Show in folder' })).toBeVisible()
  expect(document.querySelector('img')).toBeNull()
  expect(client.asked('passthrough:readLines')).toHaveLength(0)
})

test('a wrong filter shows what is wrong, and the whole answer stays', async () => {
  const { client } = await withTab(draft())
  client.answer('passthrough:filterResponse', () => {
    throw new AppError('invalid-input', '"]" cannot stand here.')
  })
  await send.click()
  await response.getByRole('button', { name: 'Filter with JMESPath' }).click()
  await userEvent.keyboard('data[[?]{Enter}')
  await expect.element(response).toHaveTextContent('"]" cannot stand here.')
  await expect.element(response.getByRole('searchbox', { name: 'JMESPath' })).toHaveAttribute('aria-invalid', 'true')
  await expect.element(response.getByRole('tab', { name: 'Pretty' })).toBeVisible()
})

test('a filter that is closed at once is not applied after all', async () => {
  const { client } = await withTab(draft())
  await send.click()
  await response.getByRole('button', { name: 'Filter with JMESPath' }).click()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await response.getByRole('searchbox', { name: 'JMESPath' }).fill('data')
  await response.getByRole('button', { name: 'Close filter' }).click()
  vi.runAllTimers()
  vi.useRealTimers()
  expect(client.asked('passthrough:filterResponse')).toEqual([])
})

test('a match scrolls into view, and Enter goes to the next', async () => {
  const { client } = await withTab(draft())
  const match = (at: number) => ({ line: at, in: 'text' as const, at: 1, length: 4, node: at })
  client.answer('passthrough:findText', () => ({ total: 2, more: false, matches: [match(0), match(2)] }))
  await send.click()
  await expect.element(response.getByRole('tab', { name: 'Pretty' })).toBeVisible()
  await userEvent.keyboard('{Control>}f{/Control}')
  await userEvent.keyboard('line')
  await expect.element(response).toHaveTextContent('1 of 2')
  await userEvent.keyboard('{Enter}')
  await expect.element(response).toHaveTextContent('2 of 2')
})

test('tabs open, close and come back; drafts are kept as they change', async () => {
  const { client } = await withTab(draft(), draft({ method: 'PUT', path: '/b' }))
  await expect
    .element(requests.getByRole('tab', { name: /^GET employees, Umber/ }))
    .toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Control>}t{/Control}')
  await expect.element(requests.getByRole('tab', { name: /^GET New request/ })).toHaveAttribute('aria-selected', 'true')
  await path.fill('/fresh')
  await expect.poll(() => client.asked('passthrough:saveTab').some(({ tab }) => tab.draft.path === '/fresh')).toBe(true)
  await userEvent.keyboard('{Control>}w{/Control}')
  await expect.poll(() => requests.getByRole('tab').elements().length).toBe(2)
  expect(client.asked('passthrough:closeTab')).toHaveLength(1)
  await userEvent.keyboard('{Control>}{Shift>}t{/Shift}{/Control}')
  await expect.element(path).toHaveValue('/fresh')
})

test('a send of the history opens with what came, and is not sent again', async () => {
  const client = passthroughClient()
  const head = {
    id: '00000000-0000-4000-8000-000000000077',
    askedAt: Date.now(),
    method: 'PATCH' as const,
    path: '/employees/88213',
    region: 'default' as const,
    connector: { key: 'HRIS:one', endUser: 'Fjordvik Shipping', integrationSlug: 'personio' },
    outcome: 'unknown' as const,
    status: null,
    bytes: 0,
    bodyDropped: null
  }
  client.answer('passthrough:listHistory', () => ({ entries: [head], next: null }))
  client.answer('passthrough:openEntry', () => ({
    ...head,
    draft: draft({ method: 'PATCH', path: head.path }),
    envelope: '{}',
    result: result({ requestId: head.id, outcome: 'unknown', status: null, responseId: null, advice: ['Look first.'] }),
    hasBody: false
  }))
  const lost = madeUpCall(5, { mutation: true, unknown: true, status: null, error: 'timeout', partOf: head.id })
  client.answer('activity:unknownSends', ({ sends }) => ({ calls: sends.includes(head.id) ? [lost] : [] }))
  await open(client, '#/passthrough')
  await page.getByRole('button', { name: /\/employees\/88213.*unknown/ }).click()
  await expect.element(path).toHaveValue('/employees/88213')
  await expect.element(response).toHaveTextContent('Look first.')
  expect(client.asked('passthrough:send')).toHaveLength(0)
  await expect.element(response.getByRole('button', { name: 'Find out…' })).toBeVisible()
  client.answer('activity:found', () => ({ found: [] }))
  client.emit('activity:found', { id: 5, outcome: 'not-done' })
  await expect.element(page.getByRole('button', { name: /\/employees\/88213.*was not done/ })).toBeVisible()
})

test('where the history lies over the request, it goes as an entry is chosen', async () => {
  const client = passthroughClient()
  const chosen = draft({ path: '/employees/88213' })
  const head = {
    ...{ id: '00000000-0000-4000-8000-000000000078', askedAt: Date.now(), method: 'GET' as const },
    ...{ path: chosen.path, region: 'default' as const, status: 200, bytes: 0, bodyDropped: null },
    connector: { key: 'HRIS:one', endUser: 'Fjordvik Shipping', integrationSlug: 'personio' },
    outcome: 'answered' as const
  }
  client.answer('passthrough:openEntry', () => ({
    ...{ ...head, draft: chosen, envelope: '{}', hasBody: false },
    result: result({ requestId: head.id, responseId: null })
  }))
  client.answer('passthrough:listHistory', () => ({ entries: [head], next: null }))
  await open(client, '#/passthrough')
  await page.viewport(1024, 640)
  const lists = page.getByRole('complementary', { name: 'History and saved requests' })
  await expect.element(lists).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'History and shelf', exact: true }).click()
  await lists.getByRole('button', { name: 'Shelf', exact: true }).click()
  await expect.element(lists.getByRole('searchbox', { name: 'Find by words, path or tag' })).toBeVisible()
  await lists.getByRole('button', { name: 'History', exact: true }).click()
  await lists.getByRole('button', { name: /88213/ }).click()
  await expect.element(path).toHaveValue('/employees/88213')
  await expect.element(lists).not.toBeInTheDocument()
})

test('a send whose body was dropped says so in its row and where the body would be', async () => {
  const client = passthroughClient()
  const head = {
    id: '00000000-0000-4000-8000-000000000078',
    askedAt: Date.now(),
    method: 'GET' as const,
    path: '/employees',
    region: 'default' as const,
    connector: { key: 'HRIS:one', endUser: 'Fjordvik Shipping', integrationSlug: 'personio' },
    outcome: 'answered' as const,
    status: 200,
    bytes: 9_400_000,
    bodyDropped: 200e6
  }
  client.answer('passthrough:listHistory', () => ({ entries: [head], next: null }))
  client.answer('passthrough:openEntry', () => ({
    ...head,
    ...{ draft: draft({ path: head.path }), envelope: '{}', hasBody: false },
    result: result({ requestId: head.id, responseId: null })
  }))
  await open(client, '#/passthrough')
  const row = page.getByRole('button', { name: /\/employees.*Response body deleted to stay within 200 MB/ })
  await row.click()
  await expect.element(response).toHaveTextContent('The response body was deleted to stay within 200 MB')
  expect(client.asked('passthrough:openBody')).toEqual([])
})

/** A stored answer of 422 whose body is open once `opens` is called. */
function withSlowBody() {
  const client = passthroughClient(draft())
  const head: SentHead = {
    ...{ id: uuid(71), askedAt: Date.now(), method: 'GET', path: '/stored', region: 'default' },
    connector: { key: 'HRIS:one', endUser: 'Fjordvik Shipping', integrationSlug: 'personio' },
    ...{ outcome: 'refused', status: 422, bytes: 9, bodyDropped: null }
  }
  const kept = result({ requestId: head.id, responseId: null, outcome: 'refused', status: 422 })
  client.answer('passthrough:listHistory', () => ({ entries: [head], next: null }))
  client.answer('passthrough:openEntry', () => ({
    ...{ ...head, draft: draft({ path: head.path }), envelope: '{}', hasBody: true, result: kept }
  }))
  let opens: () => void = () => undefined
  const opened = new Promise<void>((resolve) => (opens = resolve))
  client.answer('passthrough:openBody', () => opened.then(() => ({ responseId: 'late' })))
  return { client, opens: () => opens() }
}

test('a stored answer that opens late does not stand under what was sent meanwhile', async () => {
  const { client, opens } = withSlowBody()
  const desk = await open(client, '#/passthrough')
  await page.getByRole('button', { name: /\/stored/ }).click()
  await expect.poll(() => client.asked('passthrough:openBody')).toHaveLength(1)
  const tab = desk.rooms?.passthrough.bench?.tabs.active ?? expect.fail('no tab')
  await send.click()
  await expect.poll(() => tab.response?.result.status).toBe(200)
  const shown = tab.response
  opens()
  // Its words would follow in the same turn.
  await opened(client)
  expect(tab.response).toBe(shown)
})

const opened = async (client: FakeClient) => {
  await client.call('passthrough:openBody', { workspaceId: workspace().id, id: uuid(71) })
  await new Promise(requestAnimationFrame)
}

test('a value of a response is named by what was sent, however the request was changed since', async () => {
  const client = passthroughClient(draft())
  const desk = await open(client, '#/passthrough')
  await send.click()
  await expect.poll(() => desk.rooms?.passthrough.bench?.tabs.active?.response?.body?.id).toBe('body')
  const tab = desk.rooms?.passthrough.bench?.tabs.active ?? expect.fail('no tab')
  const asked = tab.asSent.connector?.endUser ?? expect.fail('no connector')
  if (tab.draft.connector) tab.draft.connector.endUser = 'Somebody Else'
  const use = desk.mapping(tab.response?.body ?? expect.fail('no body')) ?? expect.fail('no way')
  const took = vi.spyOn(desk.rooms?.mappings ?? expect.fail('no rooms'), 'takeSample').mockResolvedValue()
  await use(0)
  expect(took).toHaveBeenCalledWith(expect.objectContaining({ name: `employees of ${asked}` }))
})

test('without a keychain the history says that it is forgotten at the end', async () => {
  const client = passthroughClient(draft())
  const message = 'No keychain was found: what is sent is forgotten when the app quits.'
  client.answer('passthrough:keeping', () => ({ keeping: 'memory', reason: 'keychain-missing', message }))
  await open(client, '#/passthrough')
  await expect.element(page.getByText(message)).toBeVisible()
})
