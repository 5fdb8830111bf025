import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { integrations } from '../data/integrations'
import { body, send } from '../testing'
import { DOCUMENTS, sha256 } from './file-system'
import type { Department, Person } from './people'
import { desk, PASSTHROUGH } from './testing'
import { systemOf } from '.'

type Failure = { error: { status: number; code: string } }
interface People {
  data: Person[]
  paging: { page: number; pages: number; total: number; next: string | null }
}

it('every category has connectors of each system', () => {
  const systems = (category: 'HRIS' | 'ATS' | 'LMS') =>
    new Set(
      integrations()
        .filter((one) => one.categories.includes(category))
        .map((one) => systemOf(one.slug))
    )
  for (const category of ['HRIS', 'ATS', 'LMS'] as const) expect(systems(category).size, category).toBe(3)
})

describe('the system that talks JSON', () => {
  it('pages with its own `next`, through everyone once', async () => {
    const { forward, connector } = await desk()
    const ids: string[] = []
    for (let next: string | null = '/employees?per_page=100'; next !== null;) {
      const page: People = await body<People>(forward({ method: 'GET', path: next }))
      ids.push(...page.data.map((one) => one.id))
      next = page.paging.next
      expect(page.paging.total).toBe(Math.min(5000, connector.total_employees ?? page.paging.total))
      if (ids.length > 5000) throw new Error('it does not end')
    }
    expect(new Set(ids).size).toBe(ids.length)
    expect((await body<People>(forward({ method: 'GET', path: '/employees' }))).paging.total).toBe(ids.length)
  })

  it('nests: manager of the manager, department with its owners, fields of all types', async () => {
    const { forward } = await desk()
    const { data } = await body<People>(forward({ method: 'GET', path: '/employees', params: { per_page: 100 } }))
    expect(data[0]?.manager).toBeNull()
    expect(data.some((one) => one.manager?.manager?.name)).toBe(true)
    for (const one of data.slice(1))
      expect(data.find((boss) => boss.id === one.manager?.id)?.name.first).toBe(one.manager?.name.split(' ')[0])
    expect(data[0]?.custom).toHaveProperty(['t-shirt size'])
    expect(data[0]?.custom_fields.map((field) => typeof field.value)).toContain('boolean')
    const { data: departments } = await body<{ data: Department[] }>(forward({ method: 'GET', path: '/departments' }))
    expect(departments.map((one) => one.id)).toContain(data[0]?.department.id)
  })

  it('gives the same person alone as in the list, and writes without keeping', async () => {
    const { forward, service } = await desk()
    const { data } = await body<People>(forward({ method: 'GET', path: '/employees' }))
    const path = `/employees/${data[7]?.id}`
    expect(await body(forward({ method: 'GET', path }))).toEqual({ data: data[7] })
    const patched = await body<{ data: Person }>(forward({ method: 'PATCH', path, data: { active: false } }))
    expect(patched.data).toEqual({ ...data[7], active: false })
    const created = await body(forward({ method: 'POST', path: '/employees', data: { name: { last: 'Ito' } } }))
    expect(created).toMatchObject({ created: true, data: { name: { last: 'Ito' } } })
    expect(await body(forward({ method: 'DELETE', path }))).toEqual({ deleted: true, id: data[7]?.id })
    expect([...service.writes]).toEqual([
      [path, 2],
      ['/employees', 1]
    ])
  })

  it.each([
    ['GET', '/employees?page=0', 400],
    ['GET', '/employees?page=9999', 404],
    ['GET', '/employees?per_page=101', 400],
    ['GET', '/employees/p-0', 404],
    ['GET', '/employees/p-1/salary', 404],
    ['GET', '/nowhere', 404],
    ['GET', '/../employees', 404],
    ['PUT', '/employees', 405],
    ['POST', '/employees', 422],
    ['TRACE', '/employees', 405]
  ])('answers its own error inside a 200 to %s %s', async (method, path, status) => {
    const { forward } = await desk()
    const answer = await forward({ method, path })
    expect(answer.status).toBe(200)
    expect((await body<Failure>(answer)).error.status).toBe(status)
  })

  it('refuses the connector whose credentials are bad: not the service, but the third party', async () => {
    const { service } = await desk()
    const broken = service.connectors.find(
      (one) => one.status === 'RELINK_NEEDED' && systemOf(one.integration_slug) === 'json'
    )
    const headers = { 'x-connector-token': broken?.connector_token ?? '' }
    const answer = await send(service, PASSTHROUGH, { method: 'GET', path: '/employees', headers: {} }, headers)
    expect([answer.status, (await body<Failure>(answer)).error.code]).toEqual([200, 'invalid_credentials'])
  })
})

describe('the system that talks SOAP', () => {
  const soap = (inner: string) =>
    `<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${inner}</s:Body></s:Envelope>`
  const ask = async (data: unknown) => {
    const { forward } = await desk('soap')
    const formats = { request_format: 'XML', response_format: 'XML' }
    const answer = await forward({ method: 'POST', path: '/service', data, ...formats })
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'text/xml; charset=utf-8'])
    return answer.text()
  }

  it('answers workers page by page', async () => {
    const text = await ask(soap('<Get_Workers><Response_Filter><Page>2</Page></Response_Filter></Get_Workers>'))
    expect(text).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?><env:Envelope .*<hr:Page>2<\/hr:Page>.*<\/env:Envelope>$/s
    )
    expect(text).toContain('<hr:Worker_ID>p-21</hr:Worker_ID>')
    expect(text).not.toContain('<hr:Worker_ID>p-20</hr:Worker_ID>')
    expect(text).toContain('<![CDATA[5 < 6 & "so on"]]>')
  })

  it('answers one worker, and an update', async () => {
    expect(await ask(soap('<hr:Get_Worker><hr:Worker_ID>p-1</hr:Worker_ID></hr:Get_Worker>'))).toContain(
      '<hr:Manager/>'
    )
    expect(await ask(soap('<!-- x --><Update_Worker><Worker_ID>p-3</Worker_ID></Update_Worker>'))).toContain('ACCEPTED')
  })

  it.each([
    ['nothing', null],
    ['JSON', { a: 1 }],
    ['no envelope', '<Get_Workers/>'],
    ['an unknown operation', soap('<Fire_Everybody/>')],
    ['an invalid page', soap('<Get_Workers><Page>0</Page></Get_Workers>')],
    ['no such worker', soap('<Get_Worker><Worker_ID>p-999999</Worker_ID></Get_Worker>')]
  ])('answers a fault to %s', async (_name, data) => {
    expect(await ask(data)).toContain('<env:Fault><faultcode>env:Client</faultcode>')
  })

  it('lists its operations', async () => {
    const { forward } = await desk('soap')
    expect(await (await forward({ method: 'GET', path: '/service?wsdl' })).text()).toContain(
      '<operation name="Get_Workers"/>'
    )
  })
})

describe('the system that has files', () => {
  it.each(DOCUMENTS.map((one) => [one.name, one] as const))('sends %s byte by byte', async (_name, document) => {
    const { forward } = await desk('files')
    const list = await body<{ documents: { id: string; href: string; sha256: string }[] }>(
      forward({ method: 'GET', path: '/documents' })
    )
    const listed = list.documents.find((one) => one.id === document.id)
    const answer = await forward({ method: 'GET', path: listed?.href, response_format: 'BINARY' })
    expect(answer.headers.get('Content-Type')).toBe(document.type)
    expect(answer.headers.get('Content-Length')).toBe(String(document.bytes.length))
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.equals(document.bytes)).toBe(true)
    expect(sha256(bytes)).toBe(listed?.sha256)
  })

  it('sends a PDF whose table points at its objects, a PNG that unpacks, and every value of a byte', () => {
    const [pdf, png, noise] = DOCUMENTS.map((one) => one.bytes)
    const text = pdf?.toString('latin1') ?? ''
    const offsets = [...text.matchAll(/^(\d{10}) 00000 n/gm)].map((match) => Number(match[1]))
    expect(offsets.map((offset) => text.slice(offset, offset + 7))).toEqual([1, 2, 3, 4, 5].map((n) => `${n} 0 obj`))
    expect(text.slice(Number(/startxref\n(\d+)/.exec(text)?.[1]))).toMatch(/^xref/)
    const start = (png?.indexOf('IDAT') ?? 0) + 4
    const length = png?.readUInt32BE(start - 8) ?? 0
    expect(inflateSync(png?.subarray(start, start + length) ?? '')).toHaveLength(48 * (1 + 48 * 3))
    expect(new Set(noise).size).toBe(256)
  })

  it('takes parts with files, byte by byte', async () => {
    const { forward } = await desk('files')
    const bytes = DOCUMENTS[2]?.bytes ?? Buffer.alloc(0)
    const file = (filename: string) => ({ filename, content: bytes.toString('base64') })
    const data = { title: 'Übergabe', pages: [file('one.bin'), file('два.bin')], note: ['a', 'b'] }
    const checked = { size: bytes.length, sha256: sha256(bytes) }
    expect(await body(forward({ method: 'POST', path: '/documents', request_format: 'MULTIPART', data }))).toEqual({
      received: [
        { name: 'title', value: 'Übergabe' },
        { name: 'pages', filename: 'one.bin', ...checked },
        { name: 'pages', filename: 'два.bin', ...checked },
        { name: 'note', value: 'a' },
        { name: 'note', value: 'b' }
      ]
    })
  })

  it.each([
    ['JSON', { a: 'b' }, 415],
    ['MULTIPART', 'text', 422],
    ['MULTIPART', { file: { filename: 'a', content: 'not base64!' } }, 422],
    ['MULTIPART', { file: { name: 'a' } }, 422],
    ['MULTIPART', { file: null }, 422]
  ])('refuses %s with %j', async (request_format, data, status) => {
    const { forward } = await desk('files')
    const answer = await body<Failure>(forward({ method: 'POST', path: '/documents', request_format, data }))
    expect(answer.error.status).toBe(status)
  })

  it('answers in parts where that is asked for', async () => {
    const { forward } = await desk('files')
    const answer = await forward({ method: 'GET', path: '/documents/photo', response_format: 'MULTIPART' })
    const [, boundary] = /^multipart\/mixed; boundary=(\S+)$/.exec(answer.headers.get('Content-Type') ?? '') ?? []
    const bytes = Buffer.from(await answer.arrayBuffer())
    const parts = bytes.toString('latin1').split(`--${boundary}`)
    expect([parts.length, parts[0], parts[3]]).toEqual([4, '', '--\r\n'])
    expect(bytes.includes(DOCUMENTS[1]?.bytes ?? '?')).toBe(true)
    const json = await body(forward({ method: 'GET', path: '/documents/photo' }))
    expect(json).toMatchObject({ document: { id: 'photo', type: 'image/png' } })
  })
})
