import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Listed {
  baseUrl: string
  path: string
  bearerToken: string
  connectorToken: string
}

const path = '/api/hris/v1/employees'

/** Cheap made-up employees, about 550 bytes each. A cursor is the next number. */
export async function listingServer(total: number): Promise<Listed> {
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '/', 'http://localhost').searchParams
    const from = Number(query.get('cursor') ?? 0)
    const to = Math.min(total, from + Number(query.get('page_size') ?? 50))
    const items = Array.from({ length: to - from }, (_, at) => employee(from + at)).join(',')
    const cursor = to < total ? `"${to}"` : 'null'
    response.setHeader('content-type', 'application/json')
    response.end(`{"cursor":${cursor},"page_size":${to - from},"items":[${items}]}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { baseUrl, path, bearerToken: 'made-up-bearer', connectorToken: 'made-up-connector-token' }
}

function employee(number: number): string {
  const id = String(number).padStart(12, '0')
  return `{"id":"5f3c1b2a-7d64-4c1e-9a0b-${id}","remote_id":"r-${number}","first_name":"First ${number}","last_name":"Last ${number}","display_full_name":"First ${number} Last ${number}","work_email":"person.${number}@example.com","employee_number":"${number}","employment_status":"ACTIVE","start_date":"2021-03-01T00:00:00Z","manager":{"id":"5f3c1b2a-7d64-4c1e-9a0b-000000000000","name":"First 0"},"groups":["5f3c1b2a-7d64-4c1e-9a0b-000000000001","5f3c1b2a-7d64-4c1e-9a0b-000000000002"],"custom_fields":null,"modified_at":"2026-02-03T04:05:06Z"}`
}
