import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '../../../shared/errors'
import { expectClean } from '../testing/axe'
import { FakeClient } from '../testing/fake-client'
import { appState, ended, row } from '../testing/made-up'
import { madeUpIssue, madeUpHealth } from '../testing/made-up-issues'
import { madeUpField, madeUpChangeLogEntry, madeUpSet, mappingsClient } from '../testing/made-up-mappings'
import { open } from '../testing/open'
import { checkAllThatOpens } from '../testing/openers'
import { madeUpAnswer, madeUpRun, madeUpSetup, manyClient, personio, refusedBy } from '../testing/made-up-many'
import { draft, passthroughClient, result } from '../testing/passthrough'
import { newerFile, shelfClient } from '../testing/shelf'

const aside = page.getByRole('complementary')
const rowsDrawn = () => document.querySelectorAll('[role=row][data-index]').length

const some = [
  row('HRIS', 'a', { end_user: 'Umber Textiles' }),
  row('ATS', 'b', { end_user: 'Hollis Freight', sync_status: 'Failed', total_employees: null }),
  row('HRIS', 'c', { end_user: 'Yarrow Biotech', status: 'RELINK_NEEDED', total_employees: 5000 }),
  row('LMS', 'd', { end_user: 'Lindqvist Interiors', is_test_connector: true, status: 'INCOMPLETE' })
]

async function read(client: FakeClient, hash: string) {
  const desk = await open(client, hash)
  await expect.poll(() => client.refreshId).not.toBe('')
  client.connectors.hold(some)
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  return desk
}

async function atConnectors() {
  const client = new FakeClient(appState())
  client.answer('connectors:health', () => madeUpHealth(madeUpIssue('c')))
  client.answer('connectors:operations', () => ({ resync: true, linkToken: true }))
  client.answer('connectors:pinned', () => [])
  const desk = await read(client, '#/connectors')
  await expect.poll(rowsDrawn).toBe(4)
  return { client, desk }
}

test('@a11y connectors, and all that opens from them', async () => {
  await checkAllThatOpens({ what: 'connectors', atLeast: 4, show: atConnectors })
})

test('@a11y the drawer of a connector, and all that opens from it', async () => {
  const show = async () => {
    await atConnectors()
    document.querySelector<HTMLElement>('[role=row][data-index]')?.click()
    await expect.element(aside.first()).toBeVisible()
  }
  await checkAllThatOpens({ what: 'connector', atLeast: 4, show })
})

test('@a11y a search in connectors that finds none', async () => {
  const { desk } = await atConnectors()
  desk.grid.text = 'no such customer'
  await expect.poll(rowsDrawn).toBe(0)
  await expectClean('none found')
})

test('@a11y a refresh that failed over the rows of before', async () => {
  const { client } = await atConnectors()
  const error = new AppError('unauthorized', 'The token was revoked.').toShape()
  client.emit('connectors:progress', {
    requestId: client.refreshId,
    progress: ended(Date.now(), { HRIS: { state: 'failed', error } })
  })
  await expectClean('failed refresh')
})

async function atRequests(client: FakeClient) {
  await read(client, '#/passthrough')
  await expect.poll(() => document.querySelectorAll('[role=tab]').length).toBeGreaterThan(3)
}

test('@a11y a request, and all that opens from it', async () => {
  const show = () => atRequests(passthroughClient(draft(), draft({ method: 'POST', path: '/people' })))
  await checkAllThatOpens({ what: 'request', atLeast: 4, show })
})

test('@a11y the shelf: empty, with operations and fields, and all that opens from it', async () => {
  await atRequests(shelfClient([]))
  const shelf = () => page.getByRole('button', { name: 'Shelf', exact: true }).click()
  await shelf()
  await expectClean('empty shelf')
  const show = async () => {
    const client = shelfClient([newerFile()])
    const problems = [{ place: 'data', message: 'text, the file says list', times: 2 }]
    client.answer('passthrough:shelfCheck', () => ({ title: 'Umbra HR', version: '2.4', problems, more: 1 }))
    await atRequests(client)
    await shelf()
    await page.getByRole('treeitem', { name: /List employees/ }).click()
    await expect.element(page.getByRole('tabpanel', { name: 'Fields of the operation' })).toBeVisible()
  }
  await checkAllThatOpens({ what: 'shelf', atLeast: 4, show })
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.element(page.getByRole('region', { name: 'Answer and file' })).toBeVisible()
  await expectClean('answer that breaks the file')
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await expect.element(page.getByRole('region', { name: 'Newer file' })).toBeVisible()
  await expectClean('newer file')
})

async function atMany(client: FakeClient) {
  await atRequests(client)
  await page.getByRole('button', { name: 'Ask many' }).click()
  await expect.poll(rowsDrawn).toBeGreaterThan(1)
}

test('@a11y the form of Ask many, and all that opens from it', async () => {
  await checkAllThatOpens({ what: 'ask many', atLeast: 2, show: () => atMany(manyClient()) })
  await page.getByRole('combobox', { name: 'Path' }).fill('/employees')
  await page.getByRole('button', { name: /^Ask connectors/ }).click()
  await expectClean('ask many, refused')
  for (const tab of document.querySelectorAll<HTMLElement>('[role=tab]')) {
    tab.click()
    await expectClean(`ask many, ${tab.innerText}`)
  }
})

async function atRun() {
  const columns = [{ id: crypto.randomUUID(), name: 'Employees', expression: 'total' }]
  const answers = [refusedBy(0, 403), madeUpAnswer(1), madeUpAnswer(2)]
  const run = madeUpRun(madeUpSetup(personio(5), { columns }), answers)
  const stopped = { ...run, head: { ...run.head, state: 'stopped' as const, why: 'The region changed.' } }
  await atMany(manyClient([stopped]))
  await page
    .getByRole('list', { name: 'Runs' })
    .getByRole('button', { name: /employees/ })
    .click()
  await expect.element(page.getByRole('grid', { name: 'Answers' })).toBeVisible()
}

test('@a11y a run, and all that opens from it', async () => {
  await checkAllThatOpens({ what: 'run', atLeast: 3, show: atRun })
})

test('@a11y an answer of a run', async () => {
  await atRun()
  await page.getByRole('grid', { name: 'Answers' }).getByText('Customer 1', { exact: true }).click()
  await expect.element(page.getByText('Earlier answers to this request')).toBeVisible()
  await expectClean('an answer of a run')
})

test('@a11y a response in each of its forms', async () => {
  await atRequests(passthroughClient(draft()))
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(page.getByText('412 ms')).toBeVisible()
  await expectClean('response')
  for (const tab of document.querySelectorAll<HTMLElement>('[role=tab]')) {
    tab.click()
    await expectClean(`response, ${tab.innerText}`)
  }
})

test('@a11y a request that is refused, and one that failed', async () => {
  const client = passthroughClient(draft({ path: '/people/{{who}}' }), draft())
  await atRequests(client)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(() => document.querySelector('[aria-invalid=true]')).not.toBeNull()
  await expectClean('refused')
  const error = new AppError('timeout', 'No answer came in time.').toShape()
  client.answer('passthrough:send', ({ requestId }) =>
    result({ requestId, outcome: 'unknown', status: null, responseId: null, error })
  )
  await userEvent.keyboard('{Control>}{Tab}{/Control}{Control>}{Enter}{/Control}')
  await expect.poll(() => client.asked('passthrough:send').length).toBe(1)
  await expectClean('failed')
})

test('@a11y mappings without a field, and all that opens from them', async () => {
  const show = async () => {
    localStorage.clear()
    await read(mappingsClient({ fields: [] }), '#/mappings')
    await expect.element(page.getByRole('region').first()).toBeVisible()
  }
  await checkAllThatOpens({ what: 'no field', atLeast: 1, show })
})

test('@a11y a mapping with its samples, and all that opens from it', async () => {
  const fields = [madeUpField(1, 'work_country'), madeUpField(2, 'badge_number', { source: 'DASHBOARD' })]
  const show = async () => {
    localStorage.clear()
    await read(mappingsClient({ fields, sets: [madeUpSet(1)], changeLog: [madeUpChangeLogEntry(1)] }), '#/mappings')
    await page.getByRole('option', { name: /work_country/ }).click()
    await expect.element(page.getByRole('heading', { name: 'work_country' })).toBeVisible()
  }
  await checkAllThatOpens({ what: 'mapping', atLeast: 4, show })
})

test('@a11y the matrix of mappings, and all that opens from it', async () => {
  const fields = [madeUpField(1, 'work_country'), madeUpField(2, 'badge_number')]
  const show = async () => {
    localStorage.clear()
    await read(mappingsClient({ fields }), '#/mappings')
    await page.getByRole('button', { name: 'Matrix' }).click()
    await expect.element(page.getByRole('table', { name: 'Fields by integration' })).toBeVisible()
  }
  await checkAllThatOpens({ what: 'matrix', atLeast: 1, show })
})
