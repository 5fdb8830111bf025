// node e2e/bench/answer-server.mjs FOLDER: passthrough answers of 8, 10 and 50 MB, made before the first request.
// Writes them to FOLDER/<MB>.json for the peers, prints its address, and ends with its parent.
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

const folder = process.argv[2]
const employee = (i) => ({
  id: `emp-${i}`,
  first_name: `First${i % 997}`,
  last_name: `Last${i % 1009}`,
  work_email: `person${i}@example.com`,
  employments: [{ job_title: `Title ${i % 83}`, pay_rate: 4_000 + (i % 3_000), start_date: '2021-04-01' }],
  employment_status: 'ACTIVE',
  custom_fields: { shirt: 'M', badge: i }
})

function answerOf(megabytes) {
  const items = []
  for (let i = 0, length = 0; length < megabytes * 1e6; i++) {
    const item = JSON.stringify(employee(i))
    length += item.length + 1
    items.push(item)
  }
  return Buffer.from(`{"items":[${items.join(',')}]}`)
}

const answers = new Map([8, 10, 50].map((megabytes) => [`/mb/${megabytes}`, answerOf(megabytes)]))
for (const [path, body] of answers) writeFileSync(join(folder, `${path.slice('/mb/'.length)}.json`), body)

const now = new Date().toISOString()
const connector = {
  id: 'hris-1',
  is_active: true,
  status: 'COMPLETE',
  integration_slug: 'bamboohr',
  end_user: 'Kestrel Foods',
  origin_id: 'org-1',
  sync_status: 'DONE',
  last_sync_start_time: now,
  next_sync_start_time: now,
  connector_token: 'ct_answersanswersanswersans',
  category: 'HRIS',
  relink_needed_at: null,
  is_test_connector: false,
  completed_at: now,
  created_at: now,
  sync_progress: 100,
  total_employees: 1,
  active_employees: 1,
  avg_sync_duration: '4 min 12 sec'
}

const server = createServer({ keepAliveTimeout: 60_000 }, async (request, response) => {
  const send = (status, body) => {
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    response.end(body)
  }
  const { pathname } = new URL(request.url, 'http://a')
  let asked = ''
  for await (const chunk of request) asked += chunk
  const answer = pathname === '/api/v1/passthrough' ? answers.get(JSON.parse(asked).path) : undefined
  if (answer) return send(200, answer)
  if (pathname === '/api/hris/v1/connectors') return send(200, JSON.stringify({ cursor: null, items: [connector] }))
  if (pathname.endsWith('/connectors')) return send(200, '{"cursor":null,"items":[]}')
  if (pathname === '/api/v1/lookup/integrations')
    return send(200, '{"integrations":[{"slug":"bamboohr","display_name":"BambooHR"}]}')
  send(404, '{"detail":"Not found"}')
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
process.stdin.resume().on('end', () => process.exit())
