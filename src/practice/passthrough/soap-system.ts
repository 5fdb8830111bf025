import type { RawBody } from '../reply'
import type { Forwarded } from './exchange'
import { headcount, personAt, type Person } from './people'

const XML = 'text/xml; charset=utf-8'
const PAGE = 20
const NAMES = 'xmlns:env="http://schemas.xmlsoap.org/soap/envelope/" xmlns:hr="urn:example:hr:v7"'

/** One address: the first element of the body is the operation, `<Page>` pages, and errors are faults in a 200. */
export function soapSystem({ data, connector, query }: Forwarded): RawBody {
  if (query.has('wsdl')) return xml(WSDL)
  if (data === null) return fault('Client', 'A SOAP envelope is needed')
  if (typeof data !== 'string') return fault('Client', 'The body is text: an XML document')
  const body = /<(?:[\w.-]+:)?Body\b[^>]*>([\s\S]*)<\/(?:[\w.-]+:)?Body\s*>/.exec(data)?.[1]
  if (body === undefined) return fault('Client', 'There is no Body element')
  const operation = /^\s*(?:<!--[\s\S]*?-->\s*)*<(?:[\w.-]+:)?([\w.-]+)/.exec(body)?.[1] ?? ''
  if (operation === 'Get_Workers') return workers(connector, textOf(body, 'Page') ?? '1')
  if (operation !== 'Get_Worker' && operation !== 'Update_Worker') {
    return fault('Client', `There is no operation "${operation}"`)
  }
  const at = Number(/^p-(\d{1,7})$/.exec(textOf(body, 'Worker_ID') ?? '')?.[1] ?? NaN) - 1
  if (!(at >= 0 && at < headcount(connector))) return fault('Client', 'There is no worker of this Worker_ID')
  if (operation === 'Get_Worker') return answer('Get_Worker_Response', worker(personAt(connector, at)))
  return answer('Update_Worker_Response', '<hr:Status>ACCEPTED</hr:Status>')
}

type Connector = Forwarded['connector']

function workers(connector: Connector, asked: string): RawBody {
  const total = headcount(connector)
  const pages = Math.ceil(total / PAGE)
  const page = /^\d{1,6}$/.test(asked.trim()) ? Number(asked) : NaN
  if (!(page >= 1 && page <= pages)) return fault('Client', `Page is a number from 1 to ${pages}`)
  const from = (page - 1) * PAGE
  const people = Array.from({ length: Math.min(PAGE, total - from) }, (_, n) => personAt(connector, from + n))
  const results = `<hr:Response_Results><hr:Page>${page}</hr:Page><hr:Total_Pages>${pages}</hr:Total_Pages></hr:Response_Results>`
  return answer('Get_Workers_Response', `${results}<hr:Response_Data>${people.map(worker).join('')}</hr:Response_Data>`)
}

/** The XML view must show all of these forms. */
function worker({ id, name, work_email, active, hired_on, manager, department }: Person): string {
  const boss = manager ? `<hr:Manager hr:ref="${manager.id}">${escaped(manager.name)}</hr:Manager>` : '<hr:Manager/>'
  return (
    `<hr:Worker hr:active="${active}"><!-- as of today --><hr:Worker_ID>${id}</hr:Worker_ID>` +
    `<hr:Name><hr:First>${escaped(name.first)}</hr:First><hr:Last>${escaped(name.last)}</hr:Last></hr:Name>` +
    `<hr:Email hr:type="WORK">${escaped(work_email)}</hr:Email><hr:Hire_Date>${hired_on}</hr:Hire_Date>${boss}` +
    `<hr:Department hr:id="${department.id}">${escaped(department.name)}</hr:Department>` +
    `<hr:Notes><![CDATA[5 < 6 & "so on"]]></hr:Notes></hr:Worker>`
  )
}

function answer(element: string, inner: string): RawBody {
  return message(`<hr:${element} hr:version="v7.1">${inner}</hr:${element}>`)
}

function fault(code: 'Client' | 'Server', words: string): RawBody {
  const inner = `<faultcode>env:${code}</faultcode><faultstring>${escaped(words)}</faultstring>`
  return message(`<env:Fault>${inner}</env:Fault>`)
}

/** For revoked credentials. */
export function soapRefusal(): RawBody {
  return fault('Client', 'Invalid username or password')
}

function message(body: string): RawBody {
  return xml(`<env:Envelope ${NAMES}><env:Body>${body}</env:Body></env:Envelope>`)
}

function xml(inner: string): RawBody {
  return { type: XML, bytes: `<?xml version="1.0" encoding="UTF-8"?>${inner}` }
}

function textOf(within: string, element: string): string | undefined {
  return new RegExp(`<(?:[\\w.-]+:)?${element}\\b[^>]*>([^<]*)<`).exec(within)?.[1]?.trim()
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}

const OPERATIONS = ['Get_Workers', 'Get_Worker', 'Update_Worker']
const WSDL = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:example:hr:v7"><portType name="Workers">${OPERATIONS.map((name) => `<operation name="${name}"/>`).join('')}</portType></definitions>`
