import { expect, test } from 'vitest'
import type { ConnectorRow } from '../../../shared/connectors/connector'
import { row } from '../testing/made-up'
import { RecordPage } from './record-page'

test('records come back as they came, whatever their fields hold', () => {
  const odd = '{"id":"o","2":"first","1":[],"__proto__":{"a":1},"end_user":{"名":null},"n":-1.5e300,"":"\\ud800"}'
  const rows: ConnectorRow[] = [
    { ...row('HRIS', 'a', { end_user: 'Zoë 東京 🦆' }), tokenRef: 'ref-a' },
    { ...row('ATS', 'b'), record: JSON.parse(odd) as ConnectorRow['record'] },
    row('LMS', 'c')
  ]
  const page = new RecordPage(rows)
  for (const [at, { tokenRef, record }] of rows.entries()) {
    expect(page.read(at)).toEqual({ tokenRef, record })
    expect(JSON.stringify(page.read(at).record)).toBe(JSON.stringify(record))
  }
})
