import { afterEach } from 'vitest'
import { startPractice } from './server'
import type { PracticeConnector } from './connector'
import type { PracticeOptions, PracticeService } from './types'

/** Unit tests check this shape. */
export interface RequestBody {
  cursor: string | null
  page_size: number
  items: PracticeConnector[]
}

const running: PracticeService[] = []

afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.close()))
})

/** Closed after the test. */
export async function practice(options: PracticeOptions = {}): Promise<PracticeService> {
  const service = await startPractice({ connectors: 60, ...options })
  running.push(service)
  return service
}

export const START = Date.UTC(2030, 4, 6, 7, 8, 9, 250)

/** Only the test moves the clock. */
export async function stopped(options: PracticeOptions = {}) {
  const clock = { at: START }
  return { clock, service: await practice({ now: () => clock.at, ...options }) }
}

export function call(service: PracticeService, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { Authorization: `Bearer ${service.bearerToken}`, ...(init.headers as Record<string, string>) }
  return fetch(service.url + path, { redirect: 'manual', ...init, headers })
}

export function send(service: PracticeService, path: string, json: unknown, headers: Record<string, string> = {}) {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers } }
  return call(service, path, { ...init, body: JSON.stringify(json) })
}

/** Place and reason of each fault in a 422. */
export async function refusals(answer: Response | Promise<Response>): Promise<[string, string][]> {
  const { status } = await answer
  if (status !== 422) throw new Error(`${status}, not 422: ${await (await answer).text()}`)
  const { detail } = await body<{ detail: { loc: (string | number)[]; type: string }[] }>(answer)
  return detail.map((one) => [one.loc.join('.'), one.type])
}

export async function body<T = RequestBody>(answer: Response | Promise<Response>): Promise<T> {
  return (await (await answer).json()) as T
}

/** Gives up after 600 pages. */
export async function refresh(service: PracticeService, path: string, query: Record<string, string> = {}) {
  const pages: RequestBody[] = []
  for (let n = 0; n < 600; n++) {
    const cursor = pages.at(-1)?.cursor
    const { page_size, ...filters } = query
    const sent = new URLSearchParams({ ...filters, ...(cursor ? { cursor } : page_size ? { page_size } : {}) })
    const answer = await call(service, `${path}?${sent}`)
    if (answer.status !== 200) throw new Error(`page ${n}: ${answer.status} ${await answer.text()}`)
    const page = await body(answer)
    pages.push(page)
    if (page.cursor === null) return pages
  }
  throw new Error('the walk does not end')
}

export const HRIS = '/api/hris/v1/connectors'
export const ATS = '/api/ats/v1/connectors'
export const LMS = '/api/lms/v1/connectors'
