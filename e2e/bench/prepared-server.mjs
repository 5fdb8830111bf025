// node e2e/bench/prepared-server.mjs '{"connectors":100000,"latencyMs":0}': pages are made before the first request, so
// that a bench measures the client. Prints its address, and ends with its parent. /calls gives the number of calls.
import { createServer } from 'node:http'

const {
  connectors = 100_000,
  ats = 0,
  lms = 0,
  employees = 0,
  latencyMs = 0,
  pageSize = 200
} = JSON.parse(process.argv[2] ?? '{}')
const slugs = ['adp', 'bamboohr', 'deel', 'greenhouse', 'hibob', 'personio', 'sap-successfactors', 'workday']
const day = 86_400_000
const start = Date.now()
const at = (ms) => new Date(ms).toISOString()

function connector(category, i) {
  const relink = i % 27 === 0
  const last = start - (i % 1440) * 60_000
  return {
    id: `${category.toLowerCase()}-${i.toString(16).padStart(8, '0')}`,
    is_active: true,
    status: relink ? 'RELINK_NEEDED' : 'COMPLETE',
    integration_slug: slugs[i % slugs.length],
    end_user: `${['Kestrel', 'Harbour', 'Juniper', 'Marlow', 'Quarry'][i % 5]} ${['Foods', 'Logistics', 'Health', 'Labs'][i % 4]} ${i}`,
    origin_id: `org-${Math.floor(i / 3)}`,
    sync_status: i % 41 === 0 ? 'Failed' : 'Done',
    last_sync_start_time: at(last),
    next_sync_start_time: at(last + day),
    connector_token: `ct_${category.toLowerCase()}${i.toString(36).padStart(24, '0')}`,
    category,
    relink_needed_at: relink ? at(start - (i % 90) * 3_600_000) : null,
    is_test_connector: i % 50 === 0,
    completed_at: at(start - 200 * day),
    created_at: at(start - 201 * day),
    sync_progress: 100,
    total_employees: 40 + (i % 900),
    active_employees: 38 + (i % 900),
    avg_sync_duration: '4 min 12 sec'
  }
}

const employee = (i) => ({
  id: `emp-${i}`,
  first_name: `First${i % 997}`,
  last_name: `Last${i % 1009}`,
  work_email: `person${i}@example.com`,
  employments: [{ job_title: `Title ${i % 83}`, pay_rate: 4_000 + (i % 3_000), start_date: '2021-04-01' }],
  employment_status: 'ACTIVE',
  custom_fields: { shirt: 'M', badge: i }
})

/** As sent, by cursor. */
function pagesOf(total, make) {
  const pages = []
  for (let from = 0; from === 0 || from < total; from += pageSize) {
    const items = Array.from({ length: Math.min(pageSize, total - from) }, (_, i) => make(from + i))
    const cursor = from + pageSize < total ? `page-${pages.length + 1}` : null
    pages.push(Buffer.from(JSON.stringify({ cursor, items })))
  }
  return pages
}

const lists = {
  '/api/hris/v1/connectors': pagesOf(connectors, (i) => connector('HRIS', i)),
  '/api/ats/v1/connectors': pagesOf(ats, (i) => connector('ATS', i)),
  '/api/lms/v1/connectors': pagesOf(lms, (i) => connector('LMS', i)),
  '/api/hris/v1/employees': pagesOf(employees, employee)
}
const integrations = JSON.stringify({ integrations: slugs.map((slug) => ({ slug, display_name: slug.toUpperCase() })) })

let calls = 0
const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const url = new URL(request.url, 'http://a')
  if (url.pathname === '/calls') return response.end(String(calls))
  calls++
  const cursor = url.searchParams.get('cursor')
  const page = lists[url.pathname]?.[cursor ? Number(cursor.slice('page-'.length)) : 0]
  const small = Number(url.searchParams.get('page_size') ?? pageSize) !== pageSize
  const answer = (status, body) => {
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    response.end(body)
  }
  const send = () => {
    if (page && small) return answer(200, JSON.stringify({ cursor: null, items: JSON.parse(page).items.slice(0, 1) }))
    if (page) return answer(200, page)
    if (url.pathname === '/api/v1/lookup/integrations') return answer(200, integrations)
    answer(404, '{"detail":"Not found"}')
  }
  if (latencyMs > 0) setTimeout(send, latencyMs)
  else send()
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
process.stdin.resume().on('end', () => process.exit())
