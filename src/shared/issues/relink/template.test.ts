import { describe, expect, it } from 'vitest'
import { linkToFill } from './links'
import { defaultTemplate, fillTemplate, templateProblem } from './template'

const values = {
  customer: 'Brightwater Clinics',
  integration: 'BambooHR',
  connections: '- BambooHR (HRIS), since 15 Nov',
  relink_link: linkToFill,
  reference: 'bwc-0417'
}

describe('fillTemplate', () => {
  it('writes the app’s own letter where there is no other', () => {
    const { subject, body } = fillTemplate('', values)
    expect(subject).toBe('Please reconnect BambooHR for Brightwater Clinics')
    expect(body).toMatch(/^Hello,\n\nOur connection to your BambooHR account/)
    expect(body).toContain('1. Open [relink link]\n2. Sign in to BambooHR as an administrator')
    expect(body).toContain('Your reference: bwc-0417')
  })

  it('leaves out a line that names only what is unknown, and no other', () => {
    const { body } = fillTemplate('', { ...values, reference: '' })
    expect(body).not.toContain('reference')
    expect(body).toMatch(/just reply to let us know\.$/)
  })

  it('keeps a line that names something known beside it: the relink link is never left out', () => {
    const { body } = fillTemplate('Open {relink_link} (your reference: {reference})', { ...values, reference: '' })
    expect(body).toBe('Open [relink link] (your reference: )')
  })

  it('puts values in once: what a name says is not taken for a placeholder', () => {
    const { body } = fillTemplate('Dear {customer}: {relink_link}', { ...values, customer: '{reference} $& {nope}' })
    expect(body).toBe('Dear {reference} $& {nope}: [relink link]')
  })

  it('has a subject without a line for it', () => {
    expect(fillTemplate('{relink_link}', values).subject).toBe('Please reconnect BambooHR')
  })
})

describe('templateProblem', () => {
  it.each([
    ['', null],
    [defaultTemplate, null],
    ['Open {relink_link} {x: 1}', null],
    ['Hello {name}, open {relink_link}', 'There is no placeholder {name}.'],
    ['Hello {customer}', 'Say where the relink link goes: {relink_link}.']
  ])('of %j', (template, problem) => expect(templateProblem(template)).toBe(problem))
})
