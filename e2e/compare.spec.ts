import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connectorOf } from './fixtures/connector-of'
import { answerSaveDialogs } from './fixtures/save-dialog'
import { expect, shot, test } from './fixtures/test'
import { Desk } from './pages/desk'
import { FirstRun } from './pages/first-run'

test.use({ practiceOptions: { connectors: 200 } })

type Exported = {
  gone_known: boolean
  connectors: { happened: string; id: string; fields: { field: string; before: unknown; after: unknown }[] }[]
}

test('@relink a comparison is exported: what is gone, and each field that changed', async ({
  app: { app, page },
  practice,
  folder
}) => {
  const { connectors } = practice.default
  await new FirstRun(page).connectTo(practice)
  const desk = new Desk(page)
  await desk.refreshed()

  const renamed = connectorOf(practice.default, 'bamboohr')
  const gone = connectorOf(practice.default, 'personio')
  const was = { end_user: renamed.end_user, origin_id: renamed.origin_id, total_employees: renamed.total_employees }
  const is = { end_user: 'Pier 9, "Dock" & Sons', origin_id: 'pier-9', total_employees: 4_217 }
  Object.assign(renamed, is)
  const asOperator = { method: 'DELETE', headers: { authorization: `Bearer ${practice.default.bearerToken}` } }
  const deleted = await fetch(`${practice.default.url}/api/hris/v1/connectors/${gone.id}/delete`, asOperator)
  expect(deleted.status).toBe(200)
  await desk.refresh.click()
  await expect(desk.main).toHaveAttribute('data-connectors', String(connectors.length))
  await desk.refreshed()

  await desk.go('Connectors')
  await page.getByRole('button', { name: 'Compare snapshots' }).click()
  const lists = page.getByRole('group', { name: 'Differences' })
  await expect(lists.getByRole('button', { name: 'Gone' })).toHaveText(/Gone\s*1$/)
  const view = page.getByRole('region', { name: 'Compare snapshots' })
  const save = async (choice: string, name: string) => {
    const file = join(folder, name)
    await answerSaveDialogs(app, file)
    await view.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('menuitem', { name: choice }).click()
    await expect(view).toContainText(name)
    return readFile(file, 'utf8')
  }

  const json = await save('All as JSON', 'all.json')
  const all = JSON.parse(json) as Exported
  expect(all.gone_known).toBe(true)
  const idsOf = (happened: string) => all.connectors.filter((one) => one.happened === happened).map(({ id }) => id)
  expect(idsOf('gone')).toEqual([gone.id])
  expect(idsOf('new')).toEqual([])
  const changes = Object.entries(was).map(([field, before]) => ({ field, before, after: is[field as keyof typeof is] }))
  const { fields = [] } = all.connectors.find(({ id }) => id === renamed.id) ?? {}
  expect([...fields].sort((a, b) => a.field.localeCompare(b.field))).toEqual(changes)

  const csv = await save('All as CSV', 'all.csv')
  const lines = csv.trim().split('\r\n')
  expect(lines[0]).toMatch(/^\uFEFF?happened,key,category,id,end_user,.*,field,before,after$/)
  expect(lines.filter((line) => line.startsWith(`gone,HRIS:${gone.id},HRIS,${gone.id},`))).toHaveLength(1)
  const changed = lines.filter((line) => line.includes(`,${renamed.id},`))
  expect(changed.map((line) => line.slice(line.search(/(end_user|origin_id|total_employees),/))).sort()).toEqual([
    `end_user,${was.end_user},"Pier 9, ""Dock"" & Sons"`,
    `origin_id,${was.origin_id},pier-9`,
    `total_employees,${was.total_employees},4217`
  ])
  await shot(page, 'compare-exported')

  await lists.getByRole('button', { name: 'Gone' }).click()
  const onlyGone = await save('CSV, a row for each changed field', 'gone.csv')
  expect(onlyGone.trim().split('\r\n').slice(1)).toEqual([expect.stringContaining(gone.id)])
  for (const text of [json, csv, onlyGone]) {
    for (const { connector_token } of [gone, renamed]) expect(text).not.toContain(connector_token)
  }
})
