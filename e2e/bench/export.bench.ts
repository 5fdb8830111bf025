import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { Agent, request } from 'undici'
import { ExportedFetch } from '../../src/main/data/export'
import { fetchIn } from '../../src/main/testing/fetch-parts'
import { exportFormat, type ExportFormat } from '../../src/shared/data/collection'
import { prepared } from './prepared'
import { inTurn, report } from './report'

const rows = 100_000
const path = '/api/hris/v1/employees'
/** Of bare undici's time. */
const most = { ndjson: 2, json: 2, csv: 2.5 }
/** CSV has a head; JSON has two lines for its brackets. */
const linesBeside = { ndjson: 0, csv: 1, json: 2 }

async function exported(url: string, format: ExportFormat): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'connector-desk-bench-'))
  const listed = { baseUrl: url, path, bearerToken: 'made-up-bearer', connectorToken: 'made-up-connector-token' }
  const file = join(folder, `rows.${format}`)
  const began = performance.now()
  const fetch = await fetchIn(join(folder, 'spill'), listed, randomUUID())
  const export_ = await ExportedFetch.begin(fetch, { id: randomUUID(), file, format, columns: [] })
  await Promise.all([fetch.run(), export_.run()])
  const ms = performance.now() - began
  expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(rows + linesBeside[format])
  await fetch.spill.remove()
  rmSync(folder, { recursive: true })
  return ms
}

/** The floor: pages in sequence, parsed. */
async function bare(url: string): Promise<number> {
  const dispatcher = new Agent()
  const began = performance.now()
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: URLSearchParams = new URLSearchParams({ page_size: '200', ...(cursor && { cursor }) })
    const { body } = await request(`${url}${path}?${query}`, { dispatcher })
    cursor = (JSON.parse(await body.text()) as { cursor: string | null }).cursor
  }
  const ms = performance.now() - began
  await dispatcher.close()
  return ms
}

test(`exports of ${rows.toLocaleString('en')} rows`, async () => {
  test.setTimeout(600_000)
  const { url, close } = await prepared({ connectors: 0, employees: rows })
  const { floor, ...ours } = await inTurn({
    floor: () => bare(url),
    ndjson: () => exported(url, 'ndjson'),
    json: () => exported(url, 'json'),
    csv: () => exported(url, 'csv')
  })
  for (const format of exportFormat.options) {
    const name = `export: ${rows.toLocaleString('en')} rows as ${format.toUpperCase()}, main alone`
    report({
      name,
      unit: 'ms',
      ours: ours[format],
      peer: { name: 'bare undici', value: floor },
      target: { ratio: most[format] }
    })
  }
  close()
})
