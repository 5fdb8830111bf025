import { z } from 'zod'
import { callFilters } from '../../shared/activity/call'
import { appErrorShape } from '../../shared/errors'
import { issueCause } from '../../shared/issues/diagnosis'
import { trendSpans } from '../../shared/trends/trends'
import { passthroughMethod } from '../../shared/passthrough/passthrough'
import { region } from '../../shared/workspaces/region'

/** Both sides are of one binary; an app that was updated while it runs has another version than its command. */
export const doorVersion = 1

/** Bytes of one question with its line end, and of one answer. */
export const longestQuestion = 1_000_000
export const longestAnswer = 4_000_000
/** Bytes of the first line, which has the secret. */
export const longestHello = 4_000

const name = z.string().min(1).max(200)
/** `<uuid>`, or `<category>:<id>`. */
const connector = z.string().min(1).max(300).describe('ID of a connector, as another answer gives it')
const limit = z.int().min(1).max(1_000).default(100).describe('Rows at most')

const where = {
  workspace: name.optional().describe('Name or ID of a workspace; left out: the one that is open'),
  region: region.optional().describe('Left out: the region in use')
}

/** `3d`, `12h`, `2w`. */
export const span = z.string().regex(/^\d{1,4}[hdw]$/, 'Use a number with h, d or w, as 3d.')

export const msOf = (typed: string): number =>
  Number(typed.slice(0, -1)) * { h: 3_600_000, d: 86_400_000, w: 604_800_000 }[typed.at(-1) as 'h' | 'd' | 'w']

const records = z.array(z.record(z.string(), z.unknown())).min(1).max(5_000)

/** Shown with the draft, so that the operator knows why. */
const why = z.string().max(500).default('').describe('One sentence for the operator: why')

/**
 * All that may be asked from outside of the window. A read changes nothing and sends nothing to the service; a draft
 * waits in the window for a person, who opens or discards it.
 */
export const questions = {
  workspaces: {
    about: 'Workspaces that may be asked, with their regions, and whether names are hidden.',
    input: z.strictObject({})
  },
  issues: {
    about:
      'Open issues: connectors that need attention, with cause, age, last good sync, owner and request of a relink.',
    input: z.strictObject({
      ...where,
      cause: issueCause.optional(),
      older: span.optional().describe('Only issues at least this old, as 3d'),
      integration: name.optional().describe('Slug of an integration'),
      customer: name.optional().describe('Name, or the stand-in that answers give'),
      snoozed: z.boolean().default(false).describe('With snoozed ones'),
      limit
    })
  },
  connector: {
    about: 'A connector: diagnosis with its facts, history, syncs, what its provider last answered, issues.',
    input: z.strictObject({ ...where, connector })
  },
  customers: {
    about: 'Customers with the number of their connectors and open issues.',
    input: z.strictObject({ ...where, search: name.optional(), troubled: z.boolean().default(false), limit })
  },
  mappings: {
    about:
      'Mappings of custom fields that were made or changed on this desk; and those that drifted, with both numbers.',
    input: z.strictObject({ ...where, limit })
  },
  test_mapping: {
    about: 'Evaluates a JMESPath expression over records that you give. Nothing is saved.',
    input: z.strictObject({
      ...where,
      expression: z.string().max(20_000),
      records: records.describe('JSON records, as the provider gives them'),
      expected: z.array(z.unknown()).max(200).optional().describe('Wanted results of the first records')
    })
  },
  activity: {
    about: 'Requests that the app made, newest first, without bodies.',
    input: z.strictObject({
      ...where,
      since: span.optional().describe('Only the last hours, days or weeks, as 12h'),
      outcome: callFilters.shape.outcome,
      text: name.optional().describe('Words that must all occur'),
      changes: z.boolean().default(false).describe('Only requests that may have changed something'),
      limit: z.int().min(1).max(500).default(100)
    })
  },
  trends: {
    about: 'Relinks by week, times to relink by integration and customer, age of data, work of owners.',
    input: z.strictObject({ ...where, weeks: z.literal(trendSpans).default(12) })
  },
  shelf: {
    about:
      'What the API of a provider can be asked, from files that operators imported. Without an integration: the files.',
    input: z.strictObject({
      ...where,
      integration: name.optional(),
      operation: z.string().max(2_000).optional().describe('ID of an operation: all about it'),
      search: name.optional(),
      limit
    })
  },
  runbooks: {
    about: 'Runbooks: for a connector those about its issue, by ID one whole, else the list.',
    input: z.strictObject({ ...where, connector: connector.optional(), id: z.uuid().optional() })
  },
  evidence: {
    about: 'Evidence about issues for a ticket, as Markdown, without tokens.',
    input: z.strictObject({ ...where, connectors: z.array(connector).min(1).max(50) })
  },
  plan_many: {
    about: 'What a run of Ask many would do: which connectors, which are left out and why, how long. Nothing is sent.',
    input: z.strictObject({
      ...where,
      path: z.string().min(1).max(2_000).describe('Path at the provider, as /employees'),
      method: passthroughMethod.default('GET'),
      integration: name.optional(),
      connectors: z.array(connector).min(1).max(5_000).optional(),
      params: z.record(z.string().max(200), z.string().max(2_000)).default({})
    })
  },
  draft_request: {
    about: 'Puts a draft of a passthrough request into the window. A person looks at it, and sends it or does not.',
    input: z.strictObject({
      ...where,
      connector: connector.optional(),
      method: passthroughMethod.default('GET'),
      path: z.string().min(1).max(2_000),
      params: z.record(z.string().max(200), z.string().max(2_000)).default({}),
      body: z.unknown().optional().describe('JSON'),
      why
    })
  },
  draft_mapping: {
    about: 'Puts a draft of a mapping into the window. A person looks at it, and saves it or does not.',
    input: z.strictObject({
      ...where,
      field: name.describe('ID of a custom field'),
      integration: name.optional(),
      connector: connector.optional(),
      expression: z.string().min(1).max(1_024),
      why
    })
  },
  draft_letter: {
    about:
      'Puts a letter that asks customers for a relink into the window. {customer}, {integration}, {connections}, {relink_link} and {reference} are filled in there. A person looks at it, and sends it or does not.',
    input: z.strictObject({
      ...where,
      connectors: z.array(connector).min(1).max(50),
      text: z.string().min(1).max(8_000).describe('May begin with a line “Subject: …”'),
      why
    })
  }
} as const

export type Asked = keyof typeof questions
export type Input<A extends Asked> = z.infer<(typeof questions)[A]['input']>
export const isAsked = (name: string): name is Asked => Object.hasOwn(questions, name)
export const isDraft = (asked: Asked): boolean => asked.startsWith('draft_')

/** Who asks: `mcp` for an assistant, `query` for a script. */
export const askerKind = z.enum(['mcp', 'query'])
export type AskerKind = z.infer<typeof askerKind>

export const hello = z.strictObject({ version: z.int(), secret: z.string().max(200), kind: askerKind })

/** `client`: what it calls itself; nothing proves it. */
export const question = z.strictObject({
  id: z.int().min(0),
  client: z.string().max(200),
  asked: z.string().max(100),
  input: z.unknown()
})
export type Question = z.infer<typeof question>

export const reply = z.union([
  z.object({ id: z.int(), ok: z.literal(true), value: z.unknown() }),
  /** Without an id: the whole connection ends. */
  z.object({ id: z.int().nullable(), ok: z.literal(false), error: appErrorShape })
])
export type Reply = z.infer<typeof reply>

/** The file of the running app, in the folder of its socket. */
export const session = z.object({ socket: z.string(), secret: z.string(), pid: z.int() })
