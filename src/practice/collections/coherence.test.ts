import { describe, expect, it } from 'vitest'
import { catalogue } from '../../shared/data/catalogue'
import { referenceAt } from '../../shared/data/references'
import { createConnectors } from '../data/connectors'
import { models } from '../world'
import { CATEGORIES, type Category } from '../connector'
import { specOf } from './index'
import { rawOf } from './raw'
import { referredBy } from './relations'
import { Roster } from './roster'

const NOW = Date.UTC(2030, 4, 6)
const connectors = createConnectors({ count: 300, seed: 1, region: 'default', now: NOW })

function rosterOf(category: Category, collectionSize = 60): Roster {
  const connector = connectors.find((one) => one.category === category && one.status === 'COMPLETE')
  if (!connector) throw new Error(`no ${category} connector`)
  return new Roster(connector, { seed: '1', now: NOW, collectionSize })
}

const namesOf = (category: Category) =>
  catalogue.flatMap((one) => (one.needsConnector && one.category === category ? [one.id.split('/')[1] ?? ''] : []))
const every = (roster: Roster, collection: string) =>
  Array.from({ length: roster.size(collection) }, (_, at) => roster.record(collection, at))

describe.each(CATEGORIES)('the collections of %s', (category) => {
  it('are those of the catalogue, one for each model', () => {
    const slugs = namesOf(category).map((name) => specOf(category, name).model)
    const known = models().filter((one) => one.category === category)
    expect(slugs).toEqual(known.map((one) => one.slug))
  })

  it.each(namesOf(category))('%s refers only to records that are there', (collection) => {
    const roster = rosterOf(category)
    const records = every(roster, collection)
    expect(records.length).toBeGreaterThan(0)
    const lost: unknown[] = []
    for (const record of records) {
      for (const [field, value] of Object.entries(record)) {
        const target = referredBy(category, field)
        // A reference without a known target would go unchecked.
        if (/_ids?$/.test(field) && field !== 'remote_id') expect(`${field} ${target}`).not.toContain('undefined')
        if (target === undefined) continue
        for (const id of [value].flat()) {
          if (id !== null && roster.indexOf(target, String(id)) === undefined) lost.push([field, id])
        }
      }
    }
    expect(lost).toEqual([])
  })

  it.each(namesOf(category))('%s refers to what the app takes its ids for', (collection) => {
    const api = `/api/${category.toLowerCase()}/v1`
    const fields = Object.keys(rosterOf(category).record(collection, 0)).filter((one) => referredBy(category, one))
    for (const field of fields)
      expect([field, referenceAt(`${api}/${collection}`, [field], 'some-id')?.path]).toEqual([
        field,
        `${api}/${referredBy(category, field)}`
      ])
  })

  it.each(namesOf(category))(
    '%s has 8 to 20 fields more, the same ones in each record, ids and times in order',
    (collection) => {
      const records = every(rosterOf(category), collection)
      const names = Object.keys(records[0] ?? {})
      expect(names.slice(0, 4)).toEqual(['id', 'remote_id', 'created_at', 'modified_at'])
      expect(names.length - 4).toBeGreaterThanOrEqual(8)
      expect(names.length - 4).toBeLessThanOrEqual(20)
      expect(records.filter((one) => Object.keys(one).join() !== names.join())).toEqual([])
      expect(new Set(records.map((one) => one.id)).size).toBe(records.length)
      expect(new Set(records.map((one) => one.remote_id)).size).toBe(records.length)
      expect(records.filter((one) => one.created_at >= one.modified_at || Date.parse(one.modified_at) > NOW)).toEqual(
        []
      )
    }
  )
})

describe('what belongs together', () => {
  it('a compensation is of an employment of the same employee', () => {
    const roster = rosterOf('HRIS')
    const employments = new Map(every(roster, 'employments').map((one) => [one.id, one.employee_id]))
    for (const one of every(roster, 'compensations'))
      expect(employments.get(String(one.employment_id))).toBe(one.employee_id)
  })

  it("a dependent's benefit is one of their employee", () => {
    const roster = rosterOf('HRIS')
    const ownerOf = (collection: string) => new Map(every(roster, collection).map((one) => [one.id, one.employee_id]))
    const [dependents, benefits] = [ownerOf('dependents'), ownerOf('benefits')]
    for (const one of every(roster, 'dependent-benefits')) {
      expect(benefits.get(String(one.benefit_id))).toBe(dependents.get(String(one.dependent_id)))
    }
  })

  it('an application is at a stage of its own job', () => {
    const roster = rosterOf('ATS')
    const jobs = new Map(every(roster, 'job-interview-stages').map((one) => [one.id, one.job_id]))
    for (const one of every(roster, 'applications')) expect(jobs.get(String(one.current_stage_id))).toBe(one.job_id)
  })

  it('a scorecard is of the application of its interview', () => {
    const roster = rosterOf('ATS')
    const interviews = new Map(every(roster, 'scheduled-interviews').map((one) => [one.id, one.application_id]))
    for (const one of every(roster, 'scorecards')) {
      expect(interviews.get(String(one.scheduled_interview_id))).toBe(one.application_id)
    }
  })

  it('a completion is of the user and the course of its enrollment', () => {
    const roster = rosterOf('LMS')
    const enrollments = new Map(every(roster, 'enrollments').map((one) => [one.id, one]))
    for (const one of every(roster, 'completions')) {
      const { user_id, course_id } = one
      expect(enrollments.get(String(one.enrollment_id))).toMatchObject({ user_id, course_id, status: 'COMPLETED' })
    }
  })
})

describe('the raw data', () => {
  it('of an employee says what the record says, in the names and ids of the third party', () => {
    const roster = rosterOf('HRIS')
    const record = roster.record('employees', 9)
    const manager = roster.record('employees', roster.indexOf('employees', String(record.manager_id)) ?? -1)
    expect(rawOf(roster, 'employees', 9, record)).toMatchObject({
      employee: {
        id: Number(record.remote_id),
        displayName: record.display_full_name,
        email: record.work_email,
        manager_id: Number(manager.remote_id)
      }
    })
  })

  it('of the others too, under the name of the model', () => {
    const roster = rosterOf('ATS')
    const record = roster.record('applications', 3)
    const candidate = roster.record('candidates', roster.indexOf('candidates', String(record.candidate_id)) ?? -1)
    expect(rawOf(roster, 'applications', 3, record)).toMatchObject({
      application: { id: Number(record.remote_id), status: record.status, candidateId: Number(candidate.remote_id) }
    })
  })

  it('is not the same in each employee: some have no address, some a number for a country', () => {
    const roster = rosterOf('HRIS', 900)
    const kinds = new Set(
      every(roster, 'employees').map((record, at) => {
        const { employee } = rawOf(roster, 'employees', at, record) as {
          employee: { address: { country_code: unknown } | null }
        }
        return employee.address === null ? 'none' : typeof employee.address.country_code
      })
    )
    expect([...kinds].sort()).toEqual(['none', 'number', 'string'])
  })
})
